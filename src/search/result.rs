//! What goes into a search and what comes out.

use std::time::Duration;

use super::{BlockedMove, KnownMove};
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
    /// Moves to leave out in positions below the root.
    pub blocked: Vec<BlockedMove>,
    /// Root moves whose scores are known.
    pub known: Vec<KnownMove>,
    /// How far from the stones moves are looked for at the root: 0 and 1 where the search looks anyway, 2 to 4 up to one
    /// square more than that number, 5 and above everywhere.
    pub candidate_range: u8,
    /// Lines of play to find; 0 counts as 1.
    pub lines: u32,
    /// Whether the search goes on as long as it may, whatever the position: also where the move is forced, clear or
    /// proven to win. Without, a search of one line ends as soon as it can.
    pub analysis: bool,
    /// Whether the first iteration is completed even if the time is over or the search is stopped before it begins. An
    /// answer then always has a score, where otherwise being in time comes first.
    pub completes_depth_1: bool,
}

impl Limits {
    /// Whether lines are searched side by side and told by [`Reporter::lines`]: several of them, or an analysis.
    pub const fn wants_lines(&self) -> bool {
        self.lines > 1 || self.analysis
    }
}

/// The state of a search after an iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// Deepest ply reached.
    pub seldepth: u32,
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
    /// The lines of play, the best first: as many as were asked for, or as there are moves. Empty unless
    /// [`Limits::wants_lines`].
    pub lines: Vec<Variation>,
}

/// One of several lines of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// Depth, score and moves. Nodes and time are those of the whole search when the line was found. A line with a proven
    /// result ends with the five, if the search knows the way there.
    pub progress: Progress,
    /// Nodes visited for this line's first move as one of the lines, in all iterations.
    pub nodes: u64,
}

impl Variation {
    /// The first move; none only for a line without moves.
    pub fn first(&self) -> Option<Square> {
        self.progress.line.first().copied()
    }
}

/// Hears of finished iterations while the search runs.
pub trait Reporter {
    /// An iteration is complete.
    fn iteration(&mut self, progress: &Progress);

    /// One of several lines was searched to a new depth. `changed` is its rank from 0; `lines` are all, the best first,
    /// those that are not yet searched so deep with what was known before.
    fn lines(&mut self, changed: usize, lines: &[Variation]) {
        let _ = (changed, lines);
    }
}

/// A reporter that says nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Reporter for Silent {
    fn iteration(&mut self, _: &Progress) {}
}
