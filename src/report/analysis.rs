//! Analyses and their lines.

use serde::Serialize;

use crate::analyst::{Analysis, AnalysisLine};
use crate::board::{square_name, square_names};
use crate::eval::Score;
use crate::geometry::BoardSize;

/// An [`Analysis`], at its end or after an iteration. As a [`Versioned`](super::Versioned) answer it looks
/// like this:
///
/// ```json
/// {
///   "schema": 1,
///   "best": "i9",
///   "score": 0,
///   "win_rate": 0.5,
///   "plies_to_win": null,
///   "plies_to_loss": null,
///   "depth": 9,
///   "seldepth": 14,
///   "nodes": 20000,
///   "seconds": 0.25,
///   "lines": [
///     {
///       "moves": ["i9", "j10"],
///       "score": 0,
///       "win_rate": 0.5,
///       "plies_to_win": null,
///       "plies_to_loss": null,
///       "depth": 9,
///       "seldepth": 14,
///       "nodes": 20000
///     }
///   ]
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct AnalysisReport {
    /// The best move; `None` once the game is over, and on a board without a legal square.
    pub best: Option<String>,
    /// Score for the side to move.
    #[serde(flatten)]
    pub score: Score,
    /// Completed depth in plies.
    pub depth: u32,
    /// Deepest ply that was reached.
    pub seldepth: u32,
    /// Nodes of the whole search.
    pub nodes: u64,
    /// Time of the search.
    pub seconds: f64,
    /// The lines, best first.
    pub lines: Vec<LineReport>,
}

/// A line of play.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct LineReport {
    /// The moves of both sides in turn.
    pub moves: Vec<String>,
    /// Score for the side that begins.
    #[serde(flatten)]
    pub score: Score,
    /// Depth in plies to which the line was searched.
    pub depth: u32,
    /// Deepest ply that was reached.
    pub seldepth: u32,
    /// Nodes of this line.
    pub nodes: u64,
}

impl AnalysisReport {
    /// The report of an analysis on a board of this size.
    pub fn new(analysis: &Analysis, size: BoardSize) -> Self {
        let Analysis { best, score, depth, seldepth, nodes, elapsed, lines, .. } = analysis;
        Self {
            best: best.map(|best| square_name(best, size)),
            score: *score,
            depth: *depth,
            seldepth: *seldepth,
            nodes: *nodes,
            seconds: elapsed.as_secs_f64(),
            lines: lines.iter().map(|line| LineReport::new(line, size)).collect(),
        }
    }
}

impl LineReport {
    /// The report of a line on a board of this size.
    pub fn new(line: &AnalysisLine, size: BoardSize) -> Self {
        let AnalysisLine { moves, score, depth, seldepth, nodes } = line;
        let moves = square_names(moves.iter().copied(), size);
        Self { moves, score: *score, depth: *depth, seldepth: *seldepth, nodes: *nodes }
    }
}
