//! The search of every position of a game.

use serde::Serialize;

use super::Mark;
use crate::board::{Board, square_name};
use crate::eval::Score;
use crate::geometry::Square;
use crate::record::GameRecord;
use crate::rules::{Outcome, Rule, is_forbidden, outcome};
use crate::search::{Searcher, Silent};
use crate::tools::analyze::{ForcedWin, SubjectError, find_forced_win};
use crate::tools::effort::Effort;
use crate::tools::interrupt::Interrupt;
use crate::tools::progress::Progress;

/// How to review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReviewOptions {
    /// Bounds for each position.
    pub effort: Effort,
    /// Search threads, at least 1.
    pub threads: usize,
    /// Size of the transposition table.
    pub table_bytes: usize,
}

/// One move and what is thought of it. Scores are from the mover's side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReviewedMove {
    /// Number of the move, from 1.
    pub number: usize,
    /// The move.
    pub played: String,
    /// The move that the engine prefers.
    pub best: String,
    /// Score of the position before the move, centi-units or a proven result.
    pub before: String,
    /// Score after the move.
    pub after: String,
    /// Win rate before the move, `0.0..=1.0`.
    pub win_rate_before: f64,
    /// Win rate after the move.
    pub win_rate_after: f64,
    /// The drop as a sign.
    pub mark: Mark,
    /// A proved win that the mover did not keep: its moves.
    pub missed_win: Vec<String>,
    /// How the opponent wins now, where the preferred move would have prevented it.
    pub missed_defence: Vec<String>,
}

/// A reviewed game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Review {
    /// The rule.
    pub rule: &'static str,
    /// The players.
    pub black: String,
    /// The players.
    pub white: String,
    /// The result as it is written in records.
    pub result: &'static str,
    /// Moves of the game.
    pub length: usize,
    /// The moves that were reviewed, in their order: the last ones only, after an interruption.
    pub moves: Vec<ReviewedMove>,
}

/// What is known of a position, from the side to move.
struct Known {
    best: Option<Square>,
    score: Score,
    win: Option<ForcedWin>,
}

/// Reviews a game from its last move to its first, until `interrupt` is raised.
///
/// # Errors
/// [`SubjectError::Move`] for moves on occupied squares.
pub fn review(
    game: &GameRecord,
    options: &ReviewOptions,
    interrupt: &Interrupt,
    progress: &mut dyn Progress,
) -> Result<Review, SubjectError> {
    let mut board = Board::new(game.size);
    for (index, square) in game.squares().enumerate() {
        board.play(square).map_err(|source| SubjectError::Move { number: index + 1, source })?;
    }
    let mut searcher = Searcher::new(options.table_bytes);
    searcher.set_threads(options.threads);
    let length = game.moves.len();
    let mut moves: Vec<ReviewedMove> = Vec::new();
    let mut after = judge(&board, game.rule, options, &mut searcher, interrupt);
    for number in (1..=length).rev() {
        let Some(Some(played)) = board.undo() else { break };
        let before = judge(&board, game.rule, options, &mut searcher, interrupt);
        if interrupt.is_raised() {
            break;
        }
        moves.push(compare(&board, game.rule, (number, played), &before, &after));
        // What the move has kept is a bound for the position before it, whatever the search has found there.
        let score = before.score.max(-after.score);
        after = Known { score, ..before };
        progress.advance((length - number + 1) as u64, length as u64, "moves");
    }
    moves.reverse();
    let [black, white] = game.names.0.clone();
    Ok(Review { rule: game.rule.name(), black, white, result: game.result.name(), length, moves })
}

fn judge(
    board: &Board,
    rule: Rule,
    options: &ReviewOptions,
    searcher: &mut Searcher,
    interrupt: &Interrupt,
) -> Known {
    match outcome(board, rule) {
        // The last mover has won.
        Outcome::Win(_) => return Known { best: None, score: Score::loss_in(0), win: None },
        Outcome::Draw => return Known { best: None, score: Score::ZERO, win: None },
        Outcome::Unfinished => {}
    }
    let win = find_forced_win(board, rule, interrupt).filter(|win| !win.is_threat);
    let result = options.effort.search(searcher, (board, rule), &[], interrupt, &mut Silent);
    let score = win.as_ref().map_or(result.progress.score, |win| win.score().max(result.progress.score));
    let best = win.as_ref().map_or(result.best, |win| win.line().first().copied());
    Known { best, score, win }
}

/// Judges a move on the board before it, given what is known before and after.
fn compare(
    board: &Board,
    rule: Rule,
    (number, played): (usize, Square),
    before: &Known,
    after: &Known,
) -> ReviewedMove {
    let size = board.size();
    let is_foul = is_forbidden(board, rule, board.side_to_move(), played);
    let score_after = if is_foul { Score::loss_in(0) } else { -after.score };
    let score_before = before.score.max(score_after);
    let (rate_before, rate_after) = (score_before.win_rate(), score_after.win_rate());
    let is_best = before.best == Some(played) && !is_foul;
    let mark = if is_best { Mark::None } else { Mark::of(rate_before - rate_after) };
    let names = |line: Vec<Square>| line.into_iter().map(|square| square_name(square, size)).collect();
    let kept = score_after.plies_to_win().is_some();
    let missed_win = before.win.as_ref().filter(|_| !is_best && !kept);
    let was_lost = score_before.plies_to_loss().is_some();
    let missed_defence = after.win.as_ref().filter(|_| mark > Mark::None && !was_lost);
    ReviewedMove {
        number,
        played: square_name(played, size),
        best: before.best.map(|square| square_name(square, size)).unwrap_or_default(),
        before: score_before.to_string(),
        after: score_after.to_string(),
        win_rate_before: rate_before,
        win_rate_after: rate_after,
        mark,
        missed_win: missed_win.map(|win| names(win.line())).unwrap_or_default(),
        missed_defence: missed_defence.map(|win| names(win.line())).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::parse_square;
    use crate::geometry::BoardSize;
    use crate::tools::progress::NoProgress;

    fn game(moves: &str) -> GameRecord {
        let mut game = GameRecord::new(BoardSize::default(), Rule::Freestyle);
        for name in moves.split(' ') {
            game.push(parse_square(name, game.size).unwrap());
        }
        game
    }

    fn reviewed(moves: &str) -> Review {
        let effort = Effort { nodes: Some(3_000), ..Effort::default() };
        let options = ReviewOptions { effort, threads: 1, table_bytes: 1 << 20 };
        review(&game(moves), &options, &Interrupt::default(), &mut NoProgress).unwrap()
    }

    #[test]
    fn an_open_three_left_alone_is_a_blunder_with_the_opponent_s_win_shown() {
        let review = reviewed("h8 i9 g8 h9 i8 a1 j8 o15 k8");
        assert!(review.is_complete());
        let white = &review.moves[5];
        assert_eq!(white.played, "a1");
        assert!(white.mark >= Mark::Mistake, "{white:?}");
        assert!(!white.missed_defence.is_empty());
        // Black's answers keep the win.
        assert!([6, 8].iter().all(|&index| review.moves[index].mark == Mark::None));
        assert_eq!(review.moves[8].after, "+M0");
    }

    #[test]
    fn a_win_that_is_not_played_is_shown() {
        let review = reviewed("h8 a1 i8 b3 j8 o1 a15 i9");
        let black = &review.moves[6];
        assert_eq!(black.missed_win.len(), 1, "{black:?}");
        assert!(black.win_rate_before > black.win_rate_after);
    }

    #[test]
    fn an_interrupted_review_has_no_moves_and_says_so() {
        let interrupt = Interrupt::default();
        interrupt.raise();
        let options = ReviewOptions { effort: Effort::default(), threads: 1, table_bytes: 1 << 20 };
        let review = review(&game("h8 i9"), &options, &interrupt, &mut NoProgress).unwrap();
        assert!(review.moves.is_empty() && !review.is_complete());
    }
}
