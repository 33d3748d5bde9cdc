//! Node counts of the root moves.

use crate::geometry::{SQUARE_SPAN, Square};

/// Nodes of the last search of each root move.
#[derive(Clone, Debug)]
pub(super) struct RootNodeCounts {
    nodes: Box<[u64; SQUARE_SPAN]>,
    /// Sum of `nodes`.
    total: u64,
}

impl RootNodeCounts {
    pub(super) fn new() -> Self {
        Self { nodes: Box::new([0; SQUARE_SPAN]), total: 0 }
    }

    /// Forgets all searches.
    pub(super) fn clear(&mut self) {
        self.nodes.fill(0);
        self.total = 0;
    }

    /// Nodes of a move's last search; 0 before the first.
    pub(super) fn of(&self, square: Square) -> u64 {
        self.nodes[square.index()]
    }

    /// Sets the nodes of a move's last search.
    pub(super) fn set(&mut self, square: Square, nodes: u64) {
        let old = std::mem::replace(&mut self.nodes[square.index()], nodes);
        self.total = self.total - old + nodes;
    }

    /// Share of a move in the nodes of all moves, 0 to 1; `None` before the first search.
    pub(super) fn share(&self, square: Square) -> Option<f64> {
        (self.total > 0).then(|| self.of(square) as f64 / self.total as f64)
    }
}
