//! The classical evaluation: what the empty squares offer to each side.

use super::Score;
use crate::pattern::Role;
use crate::position::Position;

/// Estimates a position for the side to move.
#[inline]
pub fn evaluate(position: &Position) -> Score {
    let own = position.side_to_move();
    let value = position.value(own, Role::ToMove) - position.value(own.opponent(), Role::Waiting);
    Score::eval(value + position.table().tempo(own))
}
