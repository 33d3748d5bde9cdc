//! What a threat threatens, and the moves that parry it.

use crate::geometry::{Bitboard, Color};
use crate::pattern::Attack;
use crate::position::Position;
use crate::threat::defence::{fours, replies_to_fives, replies_to_open_fours};
use crate::threat::{Proof, replies_to_proof};

/// How the attacker would win if the defender did not parry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FollowUp {
    /// By a five.
    Five,
    /// By an open four, or by two fours at once.
    OpenFour,
    /// By these continuous fours.
    Fours(Proof),
}

impl FollowUp {
    /// The threat that needs no search, with the defender to move: a five or an open four.
    pub(super) fn at_sight(position: &Position) -> Option<Self> {
        let attacker = position.side_to_move().opponent();
        if position.has_attack(attacker, Attack::Five) {
            Some(Self::Five)
        } else if replies_to_open_fours(position).is_some() {
            Some(Self::OpenFour)
        } else {
            None
        }
    }

    /// All legal replies of the side to move that do not lose to this threat at once; `None` if the threat does not
    /// exist in the position, or comes too late because the defender can make a five.
    pub fn replies(&self, position: &mut Position) -> Option<Bitboard> {
        let defender = position.side_to_move();
        let attacker = defender.opponent();
        if position.has_attack(defender, Attack::Five) {
            return None;
        }
        let has_five = position.has_attack(attacker, Attack::Five);
        match self {
            Self::Five => has_five.then(|| replies_to_fives(position)),
            Self::OpenFour if !has_five => replies_to_open_fours(position),
            Self::Fours(proof) if !has_five => {
                let holds = passing(position, |position| proof.holds(position));
                holds.then(|| replies_to_proof(position, proof) | legal_fours(position, defender))
            }
            Self::OpenFour | Self::Fours(_) => None,
        }
    }

    /// The longest continuation if the defender does not parry, in moves of both sides.
    pub(super) fn length(&self) -> usize {
        match self {
            Self::Five => 1,
            Self::OpenFour => 3,
            Self::Fours(proof) => proof.plies(),
        }
    }
}

/// What a position would be like if the side to move passed.
pub(super) fn passing<R>(position: &mut Position, look: impl FnOnce(&mut Position) -> R) -> R {
    position.pass();
    let found = look(position);
    position.undo();
    found
}

fn legal_fours(position: &Position, color: Color) -> Bitboard {
    let fours = fours(position, color);
    fours.iter().filter(|&square| !position.is_forbidden(square, color)).collect()
}
