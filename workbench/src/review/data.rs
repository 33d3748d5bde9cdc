//! A reviewed game as data for the table, JSON, graph and page.

use serde::Serialize;

use super::judge::Evaluation;
use super::{Mark, ReviewedEnd};
use crate::analyze::{Claim, ScoreReport};
use crate::search_limit::SearchLimit;
use crate::threats::{ThreatReport, threat_reports};
use rustgomo::board::{Board, square_name};
use rustgomo::engine::NAME;
use rustgomo::geometry::{Color, Square};
use rustgomo::opening::NamedOpening;
use rustgomo::record::{GameRecord, GameResult};
use rustgomo::rules::{Rule, forbidden_squares};
use rustgomo::threat::prove::ProofStep;

/// A move with its evaluation. Scores are from the view of the side that moves; wins and losses count plies
/// from before the move, and a forbidden move loses in one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReviewedMove {
    /// Number of the move, from 1.
    pub number: usize,
    /// Side: `black` or `white`.
    pub color: &'static str,
    /// The move.
    pub played: String,
    /// The engine's move.
    pub best: String,
    /// Score of the preferred move.
    pub before: ScoreReport,
    /// Score of the played move.
    pub after: ScoreReport,
    /// Win rate with the preferred move, `0.0..=1.0`.
    pub win_rate_before: f64,
    /// Win rate with the played move.
    pub win_rate_after: f64,
    /// The mark of the loss of win rate.
    pub mark: Mark,
    /// Whether the move was forced: every other move would have let the opponent make a five.
    pub is_forced: bool,
    /// Whether one of the scores is from the database.
    #[serde(rename = "from_database", skip_serializing_if = "std::ops::Not::not")]
    pub is_from_database: bool,
    /// Why the move was forbidden, if it was.
    pub foul: Option<&'static str>,
    /// The engine's line.
    pub best_line: Vec<String>,
    /// Moves of a proven win that the move missed.
    pub missed_win: Vec<String>,
    /// Moves of the opponent's win that the preferred move would have prevented.
    pub missed_defence: Vec<String>,
}

/// A position of the game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReviewedPosition {
    /// Number of moves played.
    pub number: usize,
    /// `black` or `white`.
    pub to_move: &'static str,
    /// Score for the side to move.
    #[serde(flatten)]
    pub score: ScoreReport,
    /// Black's win rate, `0.0..=1.0`.
    pub black_win_rate: f64,
    /// Depth of the search, in plies.
    pub depth: u32,
    /// The best line; empty if the game is over.
    pub best_line: Vec<String>,
    /// Whether the best move is forced: every other move lets the opponent make a five.
    pub is_forced: bool,
    /// The proved win of the side to move: its first move, the replies that do not lose at once, and so on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofStep>,
    /// What claims a win of the side to move that is not proved.
    pub unproved_win: Option<Claim>,
    /// The proof that the side to move loses: the opponent's win that begins with the last move, with the replies that do not lose at
    /// once, and so on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof_of_loss: Option<ProofStep>,
    /// What claims a loss of the side to move that is not proved.
    pub unproved_loss: Option<Claim>,
    /// The VCF that the opponent of the side to move threatens.
    pub threat: Vec<String>,
    /// Squares where either side makes a five, an open four or a double four.
    pub threats: Vec<ThreatReport>,
    /// Forbidden squares of the side to move.
    pub forbidden: Vec<String>,
}

impl ReviewedPosition {
    /// Converts a position to data.
    pub(super) fn new(number: usize, board: &Board, rule: Rule, evaluation: &Evaluation) -> Self {
        let size = board.size();
        let names = |squares: &[Square]| squares.iter().map(|&square| square_name(square, size)).collect();
        let mover = board.side_to_move();
        let rate = evaluation.score.win_rate();
        let is_over = evaluation.line.is_empty();
        let forbidden =
            if mover == Color::Black && !is_over { forbidden_squares(board, rule) } else { Vec::new() };
        let score = evaluation.score;
        let claimed = |plies: Option<usize>| {
            plies.filter(|_| !is_over).map(|_| Claim::new(evaluation.is_from_database))
        };
        let threat = evaluation.win.as_ref().filter(|win| win.is_threat);
        let mut before = board.clone();
        before.undo();
        Self {
            number,
            to_move: mover.name(),
            score: evaluation.score.into(),
            black_win_rate: if mover == Color::Black { rate } else { 1.0 - rate },
            depth: evaluation.depth,
            best_line: names(&evaluation.line),
            is_forced: evaluation.is_forced,
            proof: evaluation.own_win().map(|win| win.steps(board, rule)),
            unproved_win: claimed(score.plies_to_win().filter(|_| evaluation.own_win().is_none())),
            proof_of_loss: evaluation.loss.as_ref().map(|win| ProofStep::new(win, &before, rule)),
            unproved_loss: claimed(score.plies_to_loss().filter(|_| evaluation.loss.is_none())),
            threat: threat.map(|win| names(&win.line())).unwrap_or_default(),
            threats: if is_over { Vec::new() } else { threat_reports(board, rule) },
            forbidden: names(&forbidden),
        }
    }
}

impl ReviewedPosition {
    /// Whether the search claims a win or loss that is not proved.
    pub(super) fn is_unproved(&self) -> bool {
        [self.unproved_win, self.unproved_loss].contains(&Some(Claim::Search))
    }
}

/// A reviewed game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Review {
    /// Name and version of the engine.
    pub engine: String,
    /// Limit of the search of each position.
    pub limit: String,
    /// The rule.
    pub rule: &'static str,
    /// Columns of the board.
    pub width: u8,
    /// Rows of the board.
    pub height: u8,
    /// Name of the player.
    pub black: String,
    /// Name of the player.
    pub white: String,
    /// The result of the record; that of the board if the record has none.
    pub result: &'static str,
    /// The termination in the record.
    pub remark: String,
    /// One of the 26 renju openings, such as `D4 Kagetsu`.
    pub opening: Option<String>,
    /// The end on the board.
    pub end: Option<ReviewedEnd>,
    /// Moves of the game up to its end.
    pub length: usize,
    /// Black's stones before the first move.
    pub setup_black: Vec<String>,
    /// White's stones before the first move.
    pub setup_white: Vec<String>,
    /// Side to move first: `black` or `white`.
    pub first: &'static str,
    /// The moves of the game up to its end.
    pub game: Vec<String>,
    /// Moves of the record after the end, which are not reviewed.
    pub after_end: Vec<String>,
    /// The reviewed moves in order: the last ones only after an interruption.
    pub moves: Vec<ReviewedMove>,
    /// The reviewed positions in order: one more than moves.
    pub positions: Vec<ReviewedPosition>,
}

impl Review {
    pub(super) fn new(
        game: &GameRecord,
        limit: &SearchLimit,
        end: Option<ReviewedEnd>,
        moves: Vec<ReviewedMove>,
        positions: Vec<ReviewedPosition>,
    ) -> Self {
        let [black, white] = game.names.0.clone();
        let [setup_black, setup_white] = [Color::Black, Color::White].map(|color| {
            let stones = game.setup.stones[color].iter();
            stones.map(|square| square_name(square, game.size)).collect()
        });
        let is_set_up = Color::BOTH.iter().any(|&color| !game.setup.stones[color].is_empty());
        let first: Vec<Square> = game.squares().take(3).collect();
        let opening = if is_set_up { None } else { NamedOpening::of(&first, game.size, game.rule) };
        let mut names: Vec<String> = game.squares().map(|square| square_name(square, game.size)).collect();
        let after_end = names.split_off(end.as_ref().map_or(names.len(), |end| end.number));
        let result = match (&end, game.result) {
            (Some(end), GameResult::Unfinished) => end.result,
            _ => game.result.name(),
        };
        Self {
            engine: format!("{} {}", NAME, env!("CARGO_PKG_VERSION")),
            limit: limit.to_string(),
            rule: game.rule.name(),
            width: game.size.width(),
            height: game.size.height(),
            black,
            white,
            result,
            remark: game.remark.clone(),
            opening: opening.map(|opening| opening.to_string()),
            end,
            length: names.len(),
            setup_black,
            setup_white,
            first: game.setup.side_to_move.name(),
            game: names,
            after_end,
            moves,
            positions,
        }
    }
}
