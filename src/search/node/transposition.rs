//! What the table knows about the positions behind the moves of a node.

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
    /// Whether the entry is deep enough to be believed without a search.
    pub(super) cuts_off: bool,
    /// Depth of the entry.
    depth: Depth,
}

impl Worker<'_> {
    /// A move that leads into a position whose entry promises a cut-off: the first whose entry is deep enough,
    /// else the one with the deepest. Only expected cut nodes are asked.
    ///
    /// Source: Plaat et al., "Exploiting graph properties of game trees", 1996. There are many transpositions
    /// in a game where stones stay: without an entry of its own, a position often has children with one.
    pub(super) fn known_refutation(&self, node: &Node, squares: Bitboard) -> Option<KnownRefutation> {
        let parameters = &self.shared.tuning.parameters;
        let is_asked = node.kind == NodeKind::Cut
            && node.depth >= Depth::plies(parameters.transposition_depth)
            && !self.is_above_block(node.ply);
        if is_asked { self.refutation_in_table(node, squares) } else { None }
    }

    #[inline(never)]
    fn refutation_in_table(&self, node: &Node, squares: Bitboard) -> Option<KnownRefutation> {
        let parameters = &self.shared.tuning.parameters;
        let cutoff_depth = node.depth - Depth::hundredths(parameters.transposition_cutoff);
        let hint_depth = node.depth - Depth::hundredths(parameters.transposition_hint);
        let board = self.position.board();
        squares.iter().for_each(|square| self.shared.table.prefetch(board.hash_after(square)));
        let mut deepest: Option<KnownRefutation> = None;
        for square in &squares {
            let Some(entry) = self.probe(board.hash_after(square)) else { continue };
            let score = -entry.score_at(node.ply + 1);
            if score < node.beta || entry.bound == Bound::Lower {
                continue;
            }
            let depth = entry.depth;
            let cuts_off = depth >= cutoff_depth || score.is_decided();
            let is_deeper = depth >= hint_depth && deepest.is_none_or(|known| known.depth < depth);
            if (cuts_off || is_deeper) && !self.position.is_forbidden(square, self.position.side_to_move()) {
                deepest = Some(KnownRefutation { square, score, cuts_off, depth });
                if cuts_off {
                    break;
                }
            }
        }
        deepest
    }
}
