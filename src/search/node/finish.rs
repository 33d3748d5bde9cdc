//! What a node leaves behind.

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
        // Where every move failed, none of them is known to be good: an older best move stays in the table.
        self.tt_store(node, best.filter(|_| bound != Bound::Upper), score, bound);
    }

    /// Stores a score for the node.
    pub(super) fn tt_store(&self, node: &Node, best: Option<Square>, score: Score, bound: Bound) {
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

    /// Rewards the move that caused a cut-off and punishes those tried in vain before it.
    pub(super) fn learn_from_cutoff(&mut self, depth: i32, best: Square, tried: &[Square]) {
        let color = self.position.side_to_move();
        let last = self.position.board().last_move();
        let history = &mut self.tables.history;
        history.set_counter(color, last, best);
        for &square in tried {
            history.update(color, square, depth, square == best);
        }
    }

    /// Makes `best` followed by the child's line the line of this node. Only nodes on the principal variation have one: elsewhere a
    /// move that beats alpha beats beta, too, and the parent drops the node with its line.
    pub(crate) fn update_pv(&mut self, node: &Node, best: Square) {
        if !node.is_pv() {
            return;
        }
        let (upper, lower) = self.stack.split_at_mut(node.ply + 1);
        let line = &mut upper[node.ply].pv;
        line.clear();
        line.push(best);
        line.extend_from_slice(&lower[0].pv);
    }
}
