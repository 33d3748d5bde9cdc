//! Legality of moves.

use crate::geometry::{Color, Square};
use crate::pattern::Attack;
use crate::position::Position;
use crate::rules::foul;

impl Position {
    /// Whether a move on an empty square is forbidden for a side. Exact: double threes by shape are checked
    /// by [`foul`].
    #[inline]
    pub fn is_forbidden(&self, square: Square, color: Color) -> bool {
        if !self.rule().is_restricted(color) {
            return false;
        }
        let pattern4 = self.pattern4(square, color);
        pattern4.has(Attack::MaybeForbidden)
            && (pattern4.is_certain_foul() || foul(self.board(), square).is_some())
    }

    /// Whether the square is empty and not forbidden for the side to move.
    #[inline]
    pub fn is_legal(&self, square: Square) -> bool {
        self.board().is_empty(square) && !self.is_forbidden(square, self.side_to_move())
    }
}
