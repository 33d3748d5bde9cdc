//! Sets of attacking squares.

use crate::geometry::{Bitboard, Color, Square};
use crate::pattern::Attack;

/// Number of attack kinds.
const KINDS: usize = Attack::ALL.len();
/// Number of sets, for both colours.
const SETS: usize = 2 * KINDS;

/// A subset of the sets, one bit each: black's in the order of [`Attack::ALL`], then white's.
pub(super) type SetMask = u16;

/// The sets that a square enters or leaves, by the kinds of black's attacks and of white's that change.
#[inline]
pub(super) fn changed_sets(attacks: [u8; 2]) -> SetMask {
    let [black, white] = attacks.map(SetMask::from);
    black | white << KINDS
}

/// For each colour and attack, the set of squares and its size.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct AttackSets {
    squares: [Bitboard; SETS],
    /// Number of squares in each set.
    counts: [u16; SETS],
}

impl AttackSets {
    #[inline]
    pub(super) const fn get(&self, color: Color, attack: Attack) -> &Bitboard {
        &self.squares[color.index() * KINDS + attack as usize]
    }

    #[inline]
    pub(super) const fn count(&self, color: Color, attack: Attack) -> u16 {
        self.counts[color.index() * KINDS + attack as usize]
    }

    /// Toggles a square in each of `sets`.
    #[inline]
    pub(super) fn toggle(&mut self, square: Square, mut sets: SetMask) {
        while sets != 0 {
            let set = sets.trailing_zeros() as usize;
            sets &= sets - 1;
            self.squares[set].toggle(square);
            let added = self.squares[set].contains(square);
            self.counts[set] = self.counts[set].wrapping_add(if added { 1 } else { u16::MAX });
        }
    }
}
