//! Limits and results of a search.

use std::time::Duration;

use super::TimeBudget;
use crate::board::Board;
use crate::eval::Score;
use crate::geometry::Square;

/// Limits of a search; the first that is reached ends it. None at first: the search goes on to the maximum
/// depth or a proven result.
///
/// # Examples
/// ```
/// use std::time::Duration;
///
/// use rustgomo::Limits;
///
/// let limits = Limits { lines: 3, nodes: Some(50_000), ..Limits::time(Duration::from_secs(1)) };
/// assert_eq!((limits.depth, Limits::depth(9).depth), (None, Some(9)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The time, from the start of the search. Preparing a rule for the first time, such as unpacking its
    /// network, is not counted: a few milliseconds, some tenths of a second in a build without optimisation. A
    /// search with a [`Control`](super::Control) of its own takes the time of that, and a table for the shorter
    /// one.
    pub time: TimeBudget,
    /// Deepest iteration, from 1; `None` for no limit.
    pub depth: Option<u32>,
    /// Approximate node limit; `None` for no limit. With one thread the search is repeatable under it.
    pub nodes: Option<u64>,
    /// Root moves to exclude.
    pub excluded: Vec<Square>,
    /// Moves to exclude in positions below the root.
    pub blocked: Vec<BlockedMove>,
    /// Root moves with known scores.
    pub known: Vec<KnownMove>,
    /// Distance of root moves from stones: 0 and 1 for the usual candidates, 2 to 4 for also those within
    /// `candidate_range + 1` squares, 5 and above for all squares. On an empty board only those around the
    /// centre are.
    pub candidate_range: u8,
    /// Number of lines (multi-PV), each with a different first move; 0 counts as 1.
    pub lines: u32,
    /// Whether to search to the limit in every position. Otherwise a search of one line ends early if the
    /// move is forced, obvious or proven to win; several lines do so only if all are proven.
    pub analysis: bool,
    /// Whether the maximum of the time alone ends the search, and not its optimum, which counts from the start
    /// of the clock: for searches that share one with others before them.
    pub ignores_optimum: bool,
    /// Whether the first iteration is completed even if the time is over or the search is stopped before it,
    /// so that the result always has a score; an [`Analyst`](crate::Analyst) always does.
    pub completes_depth_1: bool,
}

impl Limits {
    /// This time for every position.
    pub fn time(time: Duration) -> Self {
        Self { time: TimeBudget::fixed(time), ..Self::default() }
    }

    /// About this many nodes; reproducible with one thread.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// This depth in plies; reproducible with one thread.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// Whether this is a multi-PV search or an analysis, which report by [`Reporter::lines`].
    pub const fn wants_lines(&self) -> bool {
        self.lines > 1 || self.analysis
    }
}

/// A move excluded in one position below the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockedMove {
    /// The position.
    pub(super) hash: u64,
    /// Its distance from the root, in plies.
    pub(super) ply: usize,
    /// The move.
    pub(super) square: Square,
}

impl BlockedMove {
    /// Blocks the last move of a path from `root` in the position before it, also if reached by
    /// transposition. `None` if the path is empty or cannot be played.
    pub fn at_end_of(path: &[Square], root: &Board) -> Option<Self> {
        let (&square, before) = path.split_last()?;
        let mut board = root.clone();
        before.iter().try_for_each(|&square| board.play(square).map(drop)).ok()?;
        Some(Self { hash: board.hash(), ply: before.len(), square })
    }
}

/// A root move whose score is known before the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownMove {
    /// The move.
    pub square: Square,
    /// Its score for the side to move.
    pub score: Score,
    /// Iterations up to this depth, in plies, use the score instead of a search.
    pub depth: u32,
}

/// The state of a search after an iteration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// Selective depth: the deepest ply reached, by this search or for an entry of the transposition table
    /// that it used; at least `depth`.
    pub seldepth: u32,
    /// Score for the side to move.
    pub score: Score,
    /// Nodes visited so far, by all threads.
    pub nodes: u64,
    /// Attacking moves of all VCF searches so far, which are not among `nodes`.
    pub vcf_moves: u64,
    /// Time since the start of the search's clock.
    pub elapsed: Duration,
    /// Principal variation, the best move first.
    pub line: Vec<Square>,
    /// Whether the iteration was broken off: the score may be a bound, and moves that were not tried may be
    /// better.
    pub is_partial: bool,
}

impl Progress {
    /// Depth of the last complete iteration, in plies: what a database may store the score with.
    pub const fn complete_depth(&self) -> u32 {
        self.depth.saturating_sub(self.is_partial as u32)
    }

    pub(crate) fn nodes_per_second(&self) -> u64 {
        nodes_per_second(self.nodes, self.elapsed)
    }
}

/// Nodes per second, of at least a microsecond.
pub fn nodes_per_second(nodes: u64, elapsed: Duration) -> u64 {
    (u128::from(nodes) * 1_000_000 / elapsed.as_micros().max(1)) as u64
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchResult {
    /// The best move; `None` only if there is no legal move that is not excluded.
    pub best: Option<Square>,
    /// State after the last iteration; its line starts with `best`.
    pub progress: Progress,
    /// The lines, best first, at most [`Limits::lines`]. Empty unless [`Limits::wants_lines`].
    pub lines: Vec<Variation>,
}

/// One line of a multi-PV search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// Depth, score and moves; nodes and time of the whole search when the line was found. A line with a
    /// proven result ends with the five, if the search can complete it.
    pub progress: Progress,
    /// Nodes spent on this line's first move in all iterations.
    pub nodes: u64,
}

impl Variation {
    /// The first move; `None` only for an empty line.
    pub fn first(&self) -> Option<Square> {
        self.progress.line.first().copied()
    }
}

/// Receives progress while the search runs.
pub trait Reporter {
    /// Called after each completed iteration.
    fn iteration(&mut self, progress: &Progress);

    /// Called after each line of an iteration. `changed` is its rank from 0; `lines` are all lines, best
    /// first, those not yet searched at this depth with their earlier results.
    fn lines(&mut self, changed: usize, lines: &[Variation]) {
        let _ = (changed, lines);
    }
}

/// A reporter that ignores all progress.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Reporter for Silent {
    fn iteration(&mut self, _: &Progress) {}
}
