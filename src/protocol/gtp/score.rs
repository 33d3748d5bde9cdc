//! Commands about results and the scores of moves.

use super::Gtp;
use super::board::game;
use super::call::{Call, Reply, Row};
use super::failure::Failure;
use super::genmove::ask;
use super::state::Wanted;
use super::vertex::{name, names};
use crate::engine::{Purpose, Request, Timing, varied_moves};
use crate::eval::Score;
use crate::geometry::{BoardSize, Color, Square};
use crate::rules::Outcome;
use crate::search::Variation;

pub(super) const COMMANDS: &[Row] = &[
    ("final_score", final_score),
    ("final_status_list", final_status_list),
    ("estimate_score", estimate),
    ("top_moves", |call| Ok(Reply::Text(call.gtp.top_moves(call.size()?)))),
    ("top_moves_black", |call| top_moves_of(call, Color::Black)),
    ("top_moves_white", |call| top_moves_of(call, Color::White)),
    ("move_probabilities", probabilities),
];

/// Maximum number of moves: GNU Go's metamachine reads ten from a line of 128 characters.
const TOP_MOVES: u32 = 10;
/// Maximum nodes of the search of an estimate.
const ESTIMATE_NODES: u64 = 10_000;

fn final_score(call: &mut Call) -> Result<Reply, Failure> {
    let text = match call.session().outcome()? {
        Outcome::Win(Color::Black) => "B+1",
        Outcome::Win(Color::White) => "W+1",
        Outcome::Draw => "0",
        Outcome::Unfinished => return Err(Failure::Score),
    };
    Ok(Reply::Text(text.to_owned()))
}

/// The stones and squares with a status. All stones are alive, all empty squares neutral.
fn final_status_list(call: &mut Call) -> Result<Reply, Failure> {
    let board = game(call)?.board();
    let text = match call.argument(0)? {
        "alive" => {
            let stones = Color::BOTH.map(|color| names(board.stones(color).iter(), board.size()));
            stones.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
        }
        "dame" => names(board.empty().iter(), board.size()),
        "dead" | "seki" | "white_territory" | "black_territory" => String::new(),
        _ => return Err(Failure::Syntax),
    };
    Ok(Reply::Text(text))
}

/// The expected result by a short search for the side to move.
fn estimate(call: &mut Call) -> Result<Reply, Failure> {
    let white = match call.session().outcome()? {
        Outcome::Win(Color::White) => 1.0,
        Outcome::Win(Color::Black) => -1.0,
        Outcome::Draw => 0.0,
        Outcome::Unfinished => {
            let turn = call.turn();
            let nodes = call.session().settings().nodes.map_or(ESTIMATE_NODES, |n| n.min(ESTIMATE_NODES));
            let (purpose, timing) = (Purpose::Consider, Timing::Unlimited);
            let request = Request { purpose, timing, nodes: Some(nodes), ..Request::default() };
            return ask(call, turn, &request, Wanted::Estimate);
        }
    };
    Ok(Reply::Text(estimate_text(white)))
}

/// An estimate between -1, black wins, and 1, white wins, in GNU Go's form; both bounds are equal.
fn estimate_text(white: f64) -> String {
    // Avoids a negative zero.
    let white = (white * 1000.0).round() / 1000.0 + 0.0;
    let leader = if white < 0.0 { 'B' } else { 'W' };
    format!("{leader}+{:.3} (upper bound: {white:.3}, lower: {white:.3})", white.abs())
}

fn top_moves_of(call: &mut Call, color: Color) -> Result<Reply, Failure> {
    if call.session().outcome()? != Outcome::Unfinished {
        return Ok(Reply::DONE);
    }
    let request = Request { purpose: Purpose::Consider, lines: TOP_MOVES, ..Request::default() };
    ask(call, color, &request, Wanted::TopMoves)
}

/// The moves that the last search could have answered with, each with its probability.
fn probabilities(call: &mut Call) -> Result<Reply, Failure> {
    let (size, variety) = (call.size()?, call.session().settings().variety);
    let Some(best) = call.gtp.last_best(size) else { return Ok(Reply::DONE) };
    let moves = varied_moves(best, &call.gtp.last_lines, variety);
    let chance = 1.0 / moves.len() as f64;
    let lines = moves.iter().map(|&square| format!("{} {chance:.4}", name(square, size)));
    Ok(Reply::Text(lines.collect::<Vec<_>>().join("\n")))
}

impl Gtp {
    /// The best move of the last search, if that was on a board of this size.
    fn last_best(&self, size: BoardSize) -> Option<Square> {
        let (progress, searched, _) = self.last_search.as_ref()?;
        progress.line.first().copied().filter(|_| *searched == size)
    }

    /// The best moves of the last search, each with its win rate in percent.
    pub(super) fn top_moves(&self, size: BoardSize) -> String {
        let (Some(best), Some((progress, ..))) = (self.last_best(size), &self.last_search) else {
            return String::new();
        };
        let of = |square, score: Score| format!("{} {:.2}", name(square, size), score.win_rate() * 100.0);
        let several = |line: &Variation| line.first().map(|square| of(square, line.progress.score));
        let moves: Vec<String> = if self.last_lines.is_empty() {
            vec![of(best, progress.score)]
        } else {
            self.last_lines.iter().take(TOP_MOVES as usize).filter_map(several).collect()
        };
        moves.join(" ")
    }

    /// The last search's expected result for white, between -1 and 1.
    pub(super) fn estimate(&self) -> String {
        let white = self.last_search.as_ref().map_or(0.0, |(progress, _, color)| {
            let expected = progress.score.win_rate() * 2.0 - 1.0;
            if *color == Color::White { expected } else { -expected }
        });
        estimate_text(white)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_have_the_form_that_metamachine_reads() {
        assert_eq!(estimate_text(0.25), "W+0.250 (upper bound: 0.250, lower: 0.250)");
        assert_eq!(estimate_text(-1.0), "B+1.000 (upper bound: -1.000, lower: -1.000)");
        assert_eq!(estimate_text(-0.0001), "W+0.000 (upper bound: 0.000, lower: 0.000)");
    }
}
