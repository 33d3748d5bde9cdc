//! Which moves the rule forbids: a cheap filter in front of the exact judge.

use crate::geometry::{Color, Square};
use crate::pattern::Attack;
use crate::position::Position;
use crate::rules::foul;

impl Position {
    /// Whether the rule forbids a side to play on an empty square. Exact; the recursive judge is asked only where
    /// the shapes show two threes.
    #[inline]
    pub fn is_forbidden(&self, square: Square, color: Color) -> bool {
        if !self.rule().is_restricted(color) {
            return false;
        }
        let pattern4 = self.pattern4(square, color);
        pattern4.has(Attack::MaybeForbidden)
            && (pattern4.is_certain_foul() || foul(self.board(), square).is_some())
    }

    /// Whether the side to move may play on a square.
    #[inline]
    pub fn is_legal(&self, square: Square) -> bool {
        self.board().is_empty(square) && !self.is_forbidden(square, self.side_to_move())
    }
}
