//! Moves excluded below the root.

use crate::board::Board;
use crate::geometry::Square;

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
