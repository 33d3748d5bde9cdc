//! Enhanced transposition cut-offs: what the table knows about the positions behind the moves of a node.

use super::kind::{Node, NodeKind};
use crate::eval::Score;
use crate::geometry::{Bitboard, Square};
use crate::search::depth::Depth;
use crate::search::table::Bound;
use crate::search::worker::Worker;

/// A move that refutes the one before it, according to the table's entry of the position behind it.
#[derive(Clone, Copy, Debug)]
pub(super) struct KnownRefutation {
    pub(super) square: Square,
    /// At least beta.
    pub(super) score: Score,
    /// Whether the entry is as deep as a search of the move, or proved.
    pub(super) cuts_off: bool,
    /// Depth of the entry.
    depth: Depth,
}

impl Worker<'_> {
    /// A move into a position whose entry promises a cut-off: the first whose entry is deep enough for it,
    /// else the one with the deepest. `None` unless the node is expected to fail high.
    ///
    /// Source: Plaat et al., "Exploiting graph properties of game trees", 1996. Stones stay, so a position
    /// often has children that were searched from another parent.
    pub(super) fn known_refutation(&self, node: &Node, squares: Bitboard) -> Option<KnownRefutation> {
        let parameters = &self.shared.tuning.parameters;
        let is_deep = node.depth >= Depth::plies(parameters.transposition_depth);
        if node.kind != NodeKind::Cut || !is_deep || self.is_above_block(node.ply) {
            return None;
        }
        let smallest_depth = node.depth - Depth::plies(parameters.transposition_lag);
        let board = self.position.board();
        squares.iter().for_each(|square| self.shared.table.prefetch(board.hash_after(square)));
        let mut deepest: Option<KnownRefutation> = None;
        for square in &squares {
            let Some(entry) = self.probe_hash(board.hash_after(square)) else { continue };
            let score = -entry.score_at(node.ply + 1);
            if score < node.beta || entry.bound == Bound::Lower {
                continue;
            }
            let depth = entry.depth;
            let cuts_off = depth >= node.depth - Depth::PLY || score.is_decided();
            let is_deepest = depth >= smallest_depth && deepest.is_none_or(|known| known.depth < depth);
            if (cuts_off || is_deepest) && !self.position.is_forbidden(square, self.position.side_to_move()) {
                deepest = Some(KnownRefutation { square, score, cuts_off, depth });
                if cuts_off {
                    break;
                }
            }
        }
        deepest
    }
}
