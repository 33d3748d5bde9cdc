//! Root moves that are known to lose.

use crate::eval::Score;
use crate::geometry::Bitboard;

/// Root moves that lose to a VCF of the opponent. They are searched only if the others lose sooner.
#[derive(Clone, Copy, Debug)]
pub(super) struct LostMoves {
    pub(super) squares: Bitboard,
    /// Upper bound of their scores.
    pub(super) bound: Score,
}

impl LostMoves {
    pub(super) const NONE: Self = Self { squares: Bitboard::EMPTY, bound: Score::ZERO };

    /// Whether one of them may score more than `best`.
    pub(super) fn may_exceed(&self, best: Score) -> bool {
        best < self.bound && !self.squares.is_empty()
    }
}
