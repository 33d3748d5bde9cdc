//! A reviewed game as data for the table, JSON, graph and page.

use serde::Serialize;

use super::Mark;
use super::judge::Evaluation;
use crate::players::analyze::{Claim, ProofsReport};
use crate::search_options::described;
use rustgomo::board::{Board, square_names};
use rustgomo::engine::NAME;
use rustgomo::eval::Score;
use rustgomo::geometry::{BoardSize, Color, Square};
use rustgomo::opening::NamedOpening;
use rustgomo::record::{GameRecord, GameResult};
use rustgomo::report::{EndReport, PositionReport};
use rustgomo::rules::{Foul, Rule};
use rustgomo::search::Limits;

/// A move with its evaluation. Scores are from the view of the side that moves; wins and losses count plies
/// from before the move, and a forbidden move loses in one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReviewedMove {
    /// Number of the move, from 1.
    pub number: usize,
    /// Side.
    pub color: Color,
    /// The move.
    pub played: String,
    /// The engine's move.
    pub best: String,
    /// Score of the preferred move.
    pub before: Score,
    /// Score of the played move.
    pub after: Score,
    /// The mark of the loss of win rate.
    pub mark: Mark,
    /// Whether the move was forced: every other move would have let the opponent make a five.
    pub is_forced: bool,
    /// Whether one of the scores is from the database.
    #[serde(rename = "from_database", skip_serializing_if = "std::ops::Not::not")]
    pub is_from_database: bool,
    /// Why the move was forbidden, if it was.
    pub foul: Option<Foul>,
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
    /// What is known without a search.
    #[serde(flatten)]
    pub position: PositionReport,
    /// Score for the side to move.
    #[serde(flatten)]
    pub score: Score,
    /// Black's win rate, `0.0..=1.0`.
    pub black_win_rate: f64,
    /// Depth of the search, in plies.
    pub depth: u32,
    /// The best line; empty if the game is over.
    pub best_line: Vec<String>,
    /// Whether the best move is forced: every other move lets the opponent make a five.
    pub is_forced: bool,
    /// What is proved, and what is claimed.
    #[serde(flatten)]
    pub proofs: ProofsReport,
}

impl ReviewedPosition {
    /// Converts a position to data.
    pub(super) fn new(number: usize, board: &Board, rule: Rule, evaluation: &Evaluation) -> Self {
        let Evaluation { score, line, depth, is_forced, win, loss, is_from_database } = evaluation;
        let (rate, is_over) = (score.win_rate(), line.is_empty());
        let claimed = (!is_over).then_some((*score, Claim::new(*is_from_database)));
        Self {
            number,
            position: PositionReport::new(board, rule, is_over),
            score: *score,
            black_win_rate: if board.side_to_move() == Color::Black { rate } else { 1.0 - rate },
            depth: *depth,
            best_line: square_names(line.iter().copied(), board.size()),
            is_forced: *is_forced,
            proofs: ProofsReport::new((board, rule), (win.as_ref(), loss.as_ref()), claimed),
        }
    }
}

impl ReviewedPosition {
    /// Whether the search claims a win or loss that is not proved.
    pub(super) fn is_unproved(&self) -> bool {
        self.proofs.unproved() == Some(Claim::Search)
    }
}

/// Bad moves of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct MarkCounts {
    /// Moves with `??`.
    pub blunders: usize,
    /// Moves with `?`.
    pub mistakes: usize,
    /// Moves with `?!`.
    pub inaccuracies: usize,
}

impl MarkCounts {
    fn of(moves: &[ReviewedMove], color: Color) -> Self {
        let count = |mark| moves.iter().filter(|played| played.color == color && played.mark == mark).count();
        Self {
            blunders: count(Mark::Blunder),
            mistakes: count(Mark::Mistake),
            inaccuracies: count(Mark::Inaccuracy),
        }
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
    pub rule: Rule,
    /// The size of the board.
    pub size: BoardSize,
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
    pub end: Option<EndReport>,
    /// Moves of the game up to its end.
    pub length: usize,
    /// Black's stones before the first move.
    pub setup_black: Vec<String>,
    /// White's stones before the first move.
    pub setup_white: Vec<String>,
    /// Side to move first.
    pub first: Color,
    /// The moves of the game up to its end.
    pub game: Vec<String>,
    /// Moves of the record after the end, which are not reviewed.
    pub after_end: Vec<String>,
    /// How many of black's moves have each mark.
    pub black_marks: MarkCounts,
    /// How many of white's moves have each mark.
    pub white_marks: MarkCounts,
    /// The reviewed moves in order: the last ones only after an interruption.
    pub moves: Vec<ReviewedMove>,
    /// The reviewed positions in order: one more than moves.
    pub positions: Vec<ReviewedPosition>,
}

impl Review {
    pub(super) fn new(
        game: &GameRecord,
        limits: &Limits,
        end: Option<EndReport>,
        moves: Vec<ReviewedMove>,
        positions: Vec<ReviewedPosition>,
    ) -> Self {
        let [black, white] = game.names.0.clone();
        let [setup_black, setup_white] = [Color::Black, Color::White]
            .map(|color| square_names(game.setup.stones[color].iter(), game.size));
        let is_set_up = Color::BOTH.iter().any(|&color| !game.setup.stones[color].is_empty());
        let first: Vec<Square> = game.squares().take(3).collect();
        let opening = if is_set_up { None } else { NamedOpening::of(&first, game.size, game.rule) };
        let mut names = square_names(game.squares(), game.size);
        let after_end = names.split_off(end.as_ref().map_or(names.len(), |end| end.move_number.unwrap_or(0)));
        let result = match (&end, game.result) {
            (Some(end), GameResult::Unfinished) => end.result,
            _ => game.result.name(),
        };
        Self {
            engine: format!("{} {}", NAME, env!("CARGO_PKG_VERSION")),
            limit: described(limits),
            rule: game.rule,
            size: game.size,
            black,
            white,
            result,
            remark: game.remark.clone(),
            opening: opening.map(|opening| opening.to_string()),
            end,
            length: names.len(),
            setup_black,
            setup_white,
            first: game.setup.side_to_move,
            game: names,
            after_end,
            black_marks: MarkCounts::of(&moves, Color::Black),
            white_marks: MarkCounts::of(&moves, Color::White),
            moves,
            positions,
        }
    }
}
