//! Which squares attack.

use crate::geometry::{Bitboard, Color, Square};
use crate::pattern::Attack;

/// Kinds of attack.
const KINDS: usize = Attack::ALL.len();
/// Sets of both colours.
const SETS: usize = 2 * KINDS;

/// Some of the sets, one bit each: black's in the order of [`Attack::ALL`], then white's.
pub(super) type SetMask = u16;

/// The sets that a square enters or leaves, by the kinds of black's attacks and of white's that change.
#[inline]
pub(super) fn sets_that_differ(attacks: [u8; 2]) -> SetMask {
    let [black, white] = attacks.map(SetMask::from);
    black | white << KINDS
}

/// For each colour and each kind of attack the squares that have it.
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

    /// Adds the square to each of the sets that lacks it, and removes it from the others.
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
