//! Fours, and whether a position is quiet.

use crate::geometry::{Bitboard, Color, Square};
use crate::pattern::Attack;
use crate::position::Position;

impl Position {
    /// The squares where a side makes a four or an open four, forbidden ones included.
    #[inline]
    pub fn fours(&self, color: Color) -> Bitboard {
        *self.attacks(color, Attack::Four) | *self.attacks(color, Attack::OpenFour)
    }

    /// Whether a move makes a four or an open three, or occupies a square where the opponent would make an
    /// open four.
    #[inline]
    pub fn is_tactical(&self, square: Square) -> bool {
        let own = self.pattern4(square, self.side_to_move());
        let other = self.pattern4(square, self.side_to_move().opponent());
        own.makes_four() || own.has(Attack::OpenThree) || other.has(Attack::OpenFour)
    }

    /// Whether neither side can make a five, nor the side to move an open four.
    pub fn is_undecided(&self) -> bool {
        let own = self.side_to_move();
        !self.has_attack(own, Attack::Five)
            && !self.has_attack(own, Attack::OpenFour)
            && !self.has_attack(own.opponent(), Attack::Five)
    }

    /// Whether, in addition, the opponent threatens no open four.
    pub fn is_quiet(&self) -> bool {
        self.is_undecided() && !self.has_attack(self.side_to_move().opponent(), Attack::OpenFour)
    }
}
