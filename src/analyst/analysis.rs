//! Results of an analysis.

use std::time::Duration;

use crate::eval::Score;
use crate::geometry::Square;
use crate::rules::Outcome;
use crate::search::{Progress, Variation, nodes_per_second};

/// The result of an analysis, at its end or after an iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The outcome of the game so far; a forbidden move has lost it.
    pub outcome: Outcome,
    /// The best move; `None` once the game is over, and without a legal square that is not excluded.
    pub best: Option<Square>,
    /// The score for the side to move; [`Score::win_rate`] converts it to a probability.
    pub score: Score,
    /// The PV; it begins with the best move.
    pub line: Vec<Square>,
    /// Completed depth in plies; 0 only without a best move. Score and line may be of the next iteration, which
    /// was broken off.
    pub depth: u32,
    /// Deepest ply that was reached, at least `depth`.
    pub seldepth: u32,
    /// Visited nodes.
    pub nodes: u64,
    /// Time of the search.
    pub elapsed: Duration,
    /// The lines, best first: as many as requested, or as there are candidates
    /// ([`Limits::candidate_range`](crate::Limits)).
    pub lines: Vec<AnalysisLine>,
}

/// One of the lines of an [`Analysis`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysisLine {
    /// The moves, of both sides in turn. A line with a proven result ends with the five, if the search knows
    /// the way there.
    pub moves: Vec<Square>,
    /// The score for the side to move.
    pub score: Score,
    /// Completed depth in plies; the line and its score may be of the next iteration.
    pub depth: u32,
    /// Deepest ply that was reached, at least `depth`.
    pub seldepth: u32,
    /// Nodes of this line in all iterations; of the whole search if there is one line.
    pub nodes: u64,
}

impl AnalysisLine {
    /// A line that took this number of nodes.
    pub(super) fn new(progress: &Progress, nodes: u64) -> Self {
        let Progress { line, score, seldepth, .. } = progress;
        let depth = progress.complete_depth();
        Self { moves: line.clone(), score: *score, depth, seldepth: *seldepth, nodes }
    }
}

impl From<&Variation> for AnalysisLine {
    fn from(Variation { progress, nodes }: &Variation) -> Self {
        Self::new(progress, *nodes)
    }
}

impl Analysis {
    /// Visited nodes per second.
    pub fn nodes_per_second(&self) -> u64 {
        nodes_per_second(self.nodes, self.elapsed)
    }
}
