//! The classical evaluation: what the empty squares offer to each side.

use super::Score;
use crate::position::Position;

/// Worth of having the move, centi-units.
const TEMPO: i32 = 150;

/// Estimates a position for the side to move.
#[inline]
pub fn evaluate(position: &Position) -> Score {
    let own = position.side_to_move();
    Score::eval(position.value(own) - position.value(own.opponent()) + TEMPO)
}
