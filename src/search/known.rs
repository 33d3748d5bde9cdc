//! What is known of root moves before the search begins.

use super::node::{Node, PLY};
use super::worker::Worker;
use crate::eval::Score;
use crate::geometry::{Bitboard, Square};

/// A root move whose score was found earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownMove {
    /// The move.
    pub square: Square,
    /// Its score for who plays it.
    pub score: Score,
    /// Up to this depth of an iteration, in plies, the score stands for a search.
    pub depth: u32,
}

impl Worker<'_> {
    /// The nearest win among the moves that are known, with its score.
    pub(super) fn known_win(&self, allowed: &Bitboard) -> Option<(Square, Score)> {
        let known = self.shared.limits.known.iter().map(|known| (known.square, known.score));
        let wins =
            known.filter(|(square, score)| allowed.contains(*square) && score.plies_to_win().is_some());
        wins.max_by_key(|&(_, score)| score)
    }

    /// The score of a root move that needs no search at this node's depth.
    pub(super) fn known_score(&mut self, square: Square, node: &Node) -> Option<Score> {
        let known = self.shared.limits.known.iter().find(|known| known.square == square)?;
        let stands = i64::from(known.depth) >= i64::from(node.depth / PLY);
        stands.then(|| {
            // The move ends the line.
            self.stack[node.ply + 1].line.clear();
            known.score
        })
    }
}
