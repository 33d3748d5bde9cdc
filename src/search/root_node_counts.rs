//! Node counts of the root moves.

use crate::geometry::{SQUARE_SPAN, Square};

/// Nodes of the last search of each root move.
#[derive(Clone, Debug)]
pub(super) struct RootNodeCounts(Box<[u64; SQUARE_SPAN]>);

impl RootNodeCounts {
    pub(super) fn new() -> Self {
        Self(Box::new([0; SQUARE_SPAN]))
    }

    /// Nodes of a move's last search; 0 before the first.
    pub(super) fn of(&self, square: Square) -> u64 {
        self.0[square.index()]
    }

    /// Sets the nodes of a move's last search.
    pub(super) fn set(&mut self, square: Square, nodes: u64) {
        self.0[square.index()] = nodes;
    }

    /// Share of a move in the nodes of all moves, 0 to 1; `None` before the first search.
    pub(super) fn share(&self, square: Square) -> Option<f64> {
        let total: u64 = self.0.iter().sum();
        (total > 0).then(|| self.of(square) as f64 / total as f64)
    }
}
