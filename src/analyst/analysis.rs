//! What is asked about a position, and what was found out.

use std::time::Duration;

use crate::eval::Score;
use crate::geometry::Square;
use crate::rules::Outcome;
use crate::search::StopHandle;

/// What ends a search. At least depth 1 is completed, whatever the limit, so that every answer has a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// This much time, and hardly more. What must be done once before a rule can be searched, such as unpacking its network,
    /// is not counted: a few milliseconds, some tenths of a second in a build without optimisation.
    Time(Duration),
    /// About so many nodes; the same answer everywhere, every time.
    Nodes(u64),
    /// This depth in plies; the same answer everywhere, every time.
    Depth(u32),
    /// Nothing but a [`StopHandle`], the deepest iteration and proven results.
    Infinite,
}

/// How a position is to be analysed.
///
/// # Examples
/// ```
/// use rustgomo::{AnalysisOptions, Limit};
///
/// let options = AnalysisOptions { lines: 3, ..AnalysisOptions::new(Limit::Infinite) };
/// let button = options.stop.clone();
/// button.stop();
/// assert!(options.stop.is_stopped());
/// ```
#[derive(Clone, Debug)]
pub struct AnalysisOptions {
    /// What ends the search.
    pub limit: Limit,
    /// Lines of play to find, each with another first move; 0 counts as 1.
    pub lines: u32,
    /// Whether the search goes on to the limit even where the move is forced or clear, and beside a proven win. Several
    /// lines do so anyway unless all are proved.
    pub goes_on: bool,
    /// Ends the search before its limit.
    pub stop: StopHandle,
}

impl AnalysisOptions {
    /// One line, and a stop handle of its own.
    pub fn new(limit: Limit) -> Self {
        Self { limit, lines: 1, goes_on: false, stop: StopHandle::new() }
    }
}

/// What was found out about a position, at the end of a search or after one of its iterations.
///
/// With the feature `serde` it can be written and read back. In JSON it looks like this; squares are columns and rows
/// from the top left, counted from 0, scores are `{"eval": 35}`, `{"win_in": 5}` or `{"loss_in": 4}`, and the outcome is
/// `"unfinished"`, `"draw"` or `{"win": "black"}`:
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
    /// How the game stands before the move.
    pub outcome: Outcome,
    /// The best move; none once the game is over, and on a board without a legal square.
    pub best: Option<Square>,
    /// The score for the side to move; [`Score::win_rate`] makes a probability of it.
    pub score: Score,
    /// The line of play that is expected; it begins with the best move.
    pub line: Vec<Square>,
    /// Depth in plies that was completed; 0 only without a best move.
    pub depth: u32,
    /// Deepest ply that was reached.
    pub seldepth: u32,
    /// Nodes that were visited.
    pub nodes: u64,
    /// Time that the search took.
    #[cfg_attr(feature = "serde", serde(rename = "elapsed_s", with = "super::seconds"))]
    pub elapsed: Duration,
    /// The lines of play, the best first: as many as were asked for, or as there are moves.
    pub lines: Vec<AnalysisLine>,
}

/// One of the lines of an [`Analysis`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AnalysisLine {
    /// The moves, of both sides in turn. A line with a proven result ends with the five, if the search knows the way there.
    pub moves: Vec<Square>,
    /// The score for the side to move.
    pub score: Score,
    /// Depth in plies to which the line was searched.
    pub depth: u32,
    /// Deepest ply that was reached.
    pub seldepth: u32,
    /// Nodes that were visited for this line.
    pub nodes: u64,
}

impl Analysis {
    /// Nodes visited in a second, on average; 0 if no time has passed.
    pub fn nodes_per_second(&self) -> u64 {
        let seconds = self.elapsed.as_secs_f64();
        if seconds > 0.0 { (self.nodes as f64 / seconds) as u64 } else { 0 }
    }
}
