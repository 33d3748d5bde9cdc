//! Updates after a node: transposition table, history and PV.

use super::kind::Node;
use crate::eval::Score;
use crate::geometry::Square;
use crate::search::table::{Bound, TableEntry};
use crate::search::worker::Worker;

impl Worker<'_> {
    /// Stores the result of a node whose window was `original_alpha..beta`.
    pub(crate) fn store_result(
        &self,
        node: &Node,
        original_alpha: Score,
        best: Option<Square>,
        score: Score,
    ) {
        let bound = if score >= node.beta {
            Bound::Lower
        } else if score > original_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        // A fail-low has no best move; the table keeps the one of an earlier search.
        self.tt_store(node, best.filter(|_| bound != Bound::Upper), score, bound);
    }

    /// Stores a score for the node in the transposition table, unless it lies above a blocked move.
    pub(super) fn tt_store(&self, node: &Node, best: Option<Square>, score: Score, bound: Bound) {
        if self.is_above_block(node.ply) {
            return;
        }
        let entry = TableEntry {
            best,
            score: TableEntry::score_from(score, node.ply),
            eval: self.stack[node.ply].eval,
            tt_pv: self.stack[node.ply].tt_pv,
            bound,
            depth: node.depth,
        };
        self.tt_put(entry);
    }

    /// Updates the history after a beta cut-off by `best`; `depth` in plies, `searched` includes
    /// `best`.
    pub(super) fn update_history(&mut self, depth: i32, best: Square, searched: &[Square]) {
        let color = self.position.side_to_move();
        for &square in searched {
            self.tables.history.update(color, square, depth, square == best);
        }
    }

    /// Sets the PV of this node to `best` followed by the child's PV. Does nothing in null-window nodes.
    pub(crate) fn update_pv(&mut self, node: &Node, best: Square) {
        if !node.is_pv() {
            return;
        }
        let (upper, lower) = self.stack.split_at_mut(node.ply + 1);
        let pv = &mut upper[node.ply].pv;
        pv.clear();
        pv.push(best);
        pv.extend_from_slice(&lower[0].pv);
    }
}
