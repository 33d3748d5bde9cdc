//! Threats and the replies to them.

use crate::geometry::Bitboard;
use crate::pattern::Attack;
use crate::position::Position;
use crate::stop::StopHandle;
use crate::threat::defence::{replies_to_fives, replies_to_open_fours, without_forbidden};
use crate::threat::{Proof, replies_to_proof};

/// How the attacker would win if the defender passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FollowUp {
    /// By a five.
    Five,
    /// By an open four, or by two fours at once.
    OpenFour,
    /// By this VCF.
    Fours(Proof),
}

impl FollowUp {
    /// The threat of a five or an open four, with the defender to move; needs no search.
    pub(super) fn direct(position: &Position) -> Option<Self> {
        let attacker = position.side_to_move().opponent();
        if position.has_attack(attacker, Attack::Five) {
            Some(Self::Five)
        } else if replies_to_open_fours(position).is_some() {
            Some(Self::OpenFour)
        } else {
            None
        }
    }

    /// All legal replies of the side to move that do not lose to this threat at once; `None` if the position
    /// does not have the threat, the defender can make a five, or after a stop.
    pub fn replies(&self, position: &mut Position, stop: &StopHandle) -> Option<Bitboard> {
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
                let refutations = holds.then(|| replies_to_proof(position, proof, stop));
                refutations
                    .flatten()
                    .map(|moves| moves | without_forbidden(position, position.fours(defender)))
            }
            Self::OpenFour | Self::Fours(_) => None,
        }
    }

    /// Upper bound of the plies to the five if the defender passes.
    pub(super) fn length(&self) -> usize {
        match self {
            Self::Five => 1,
            Self::OpenFour => 3,
            Self::Fours(proof) => proof.plies(),
        }
    }
}

/// Calls `f` with the position after a pass of the side to move.
pub(super) fn passing<R>(position: &mut Position, f: impl FnOnce(&mut Position) -> R) -> R {
    position.pass();
    let result = f(position);
    position.undo();
    result
}
