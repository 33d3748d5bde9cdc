//! Results of an analysis.

use std::time::Duration;

use crate::eval::Score;
use crate::geometry::Square;
use crate::rules::Outcome;

/// The result of an analysis, at its end or after an iteration.
///
/// With the feature `serde` it can be written and read back. In JSON it looks like this; squares are columns
/// and rows from the top left, counted from 0, scores are `{"eval": 35}`, `{"win_in": 5}` or
/// `{"loss_in": 4}`, and the outcome is `"unfinished"`, `"draw"` or `{"win": "black"}`:
///
/// ```json
/// {
///   "outcome": "unfinished",
///   "best": { "x": 8, "y": 6 },
///   "score": { "eval": 35 },
///   "line": [{ "x": 8, "y": 6 }, { "x": 9, "y": 5 }],
///   "depth": 9,
///   "seldepth": 14,
///   "nodes": 20000,
///   "elapsed_s": 0.25,
///   "lines": [
///     {
///       "moves": [{ "x": 8, "y": 6 }, { "x": 9, "y": 5 }],
///       "score": { "eval": 35 },
///       "depth": 9,
///       "seldepth": 14,
///       "nodes": 20000
///     }
///   ]
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Analysis {
    /// The outcome of the game before the move.
    pub outcome: Outcome,
    /// The best move; `None` once the game is over, and on a board without a legal square.
    pub best: Option<Square>,
    /// The score for the side to move; [`Score::win_rate`] converts it to a probability.
    pub score: Score,
    /// The PV; it begins with the best move.
    pub line: Vec<Square>,
    /// Completed depth in plies; 0 only without a best move.
    pub depth: u32,
    /// Deepest ply that was reached, at least `depth`.
    pub seldepth: u32,
    /// Visited nodes.
    pub nodes: u64,
    /// Time of the search.
    #[cfg_attr(feature = "serde", serde(rename = "elapsed_s", with = "super::seconds"))]
    pub elapsed: Duration,
    /// The lines, best first: as many as requested, or as there are moves.
    pub lines: Vec<AnalysisLine>,
}

/// One of the lines of an [`Analysis`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AnalysisLine {
    /// The moves, of both sides in turn. A line with a proven result ends with the five, if the search knows
    /// the way there.
    pub moves: Vec<Square>,
    /// The score for the side to move.
    pub score: Score,
    /// Depth in plies to which the line was searched.
    pub depth: u32,
    /// Deepest ply that was reached, at least `depth`.
    pub seldepth: u32,
    /// Visited nodes of this line.
    pub nodes: u64,
}

impl Analysis {
    /// Visited nodes per second; 0 if no time has passed.
    pub fn nodes_per_second(&self) -> u64 {
        let seconds = self.elapsed.as_secs_f64();
        if seconds > 0.0 { (self.nodes as f64 / seconds) as u64 } else { 0 }
    }
}
