//! What goes into a search and what comes out.

use std::time::Duration;

use crate::eval::Score;
use crate::geometry::Square;

/// Bounds of a search other than time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Deepest iteration, from 1; none means no limit.
    pub depth: Option<u32>,
    /// Nodes to visit, about; with one thread the search is then repeatable. None means no limit.
    pub nodes: Option<u64>,
    /// Root moves to leave out.
    pub excluded: Vec<Square>,
}

/// The state of a search after an iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// Deepest ply reached.
    pub selective_depth: u32,
    /// Score for the side to move.
    pub score: Score,
    /// Nodes visited so far, by all threads.
    pub nodes: u64,
    /// Attacking moves so far of their searches for wins by fours, which are no nodes.
    pub vcf_moves: u64,
    /// Time since the clock of the search started.
    pub elapsed: Duration,
    /// Line of play, the best move first.
    pub line: Vec<Square>,
}

/// A search's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The move; `None` only if there is no legal one.
    pub best: Option<Square>,
    /// The last iteration's figures; its line starts with `best`.
    pub progress: Progress,
}

/// Hears of finished iterations while the search runs.
pub trait Reporter {
    /// An iteration is complete.
    fn iteration(&mut self, progress: &Progress);
}

/// A reporter that says nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Reporter for Silent {
    fn iteration(&mut self, _: &Progress) {}
}
