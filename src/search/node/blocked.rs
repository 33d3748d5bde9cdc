//! Nodes above a blocked move ([`BlockedMove`](crate::search::BlockedMove)).

use super::forced_state::ForcedState;
use super::kind::Node;
use crate::eval::{MAX_PLY, Score};
use crate::geometry::Bitboard;
use crate::pattern::Attack;
use crate::search::worker::Worker;

impl Worker<'_> {
    /// Whether some blocked move lies at or below this ply. Such nodes use no table, VCF or forced replies,
    /// which might rely on it.
    pub(crate) fn is_above_block(&self, ply: usize) -> bool {
        self.shared.limits.blocked.iter().any(|blocked| ply <= blocked.ply)
    }

    /// The moves blocked in the current position.
    pub(crate) fn blocked_squares(&self, ply: usize) -> Bitboard {
        let hash = self.position.hash();
        let blocked = self.shared.limits.blocked.iter();
        blocked
            .filter(|blocked| blocked.ply == ply && blocked.hash == hash)
            .map(|blocked| blocked.square)
            .collect()
    }

    /// Searches a node [above a blocked move](Self::is_above_block): fives, the static evaluation and the
    /// remaining moves.
    pub(super) fn search_above_block(&mut self, mut node: Node) -> Score {
        let own = self.position.side_to_move();
        let fives = *self.position.attacks(own, Attack::Five) & !self.blocked_squares(node.ply);
        if !fives.is_empty() {
            return Score::win_in(node.ply + 1);
        }
        if self.position.board().empty_count() == 0 {
            return Score::ZERO;
        }
        node.alpha = node.alpha.max(Score::loss_in(node.ply));
        node.beta = node.beta.min(Score::win_in(node.ply + 1));
        if node.alpha >= node.beta || node.ply >= MAX_PLY - 1 {
            return node.alpha;
        }
        let eval = self.evaluate();
        self.stack[node.ply].tt_pv = node.is_pv();
        self.stack[node.ply].eval = Some(eval);
        if node.is_leaf() {
            return eval;
        }
        self.search_moves(&node, ForcedState::Free, None)
    }
}
