//! Zobrist keys: a random number for each content of a square.
//!
//! The hash of a position is the XOR of its keys (Zobrist, "A New Hashing Method with Application for Game
//! Playing", 1970). The keys come from `SplitMix64` at compile time and never change.

use crate::board::{Cell, GOLDEN, mix};
use crate::geometry::{SQUARE_SPAN, Square};

/// Part of the hash when white is to move.
pub(crate) const WHITE_TO_MOVE: u64 = splitmix(u64::MAX);

const fn splitmix(seed: u64) -> u64 {
    mix(seed.wrapping_mul(GOLDEN))
}

const KINDS: usize = 3;

static KEYS: [[u64; KINDS]; SQUARE_SPAN] = {
    let mut keys = [[0; KINDS]; SQUARE_SPAN];
    let mut i = 0;
    while i < SQUARE_SPAN * KINDS {
        keys[i / KINDS][i % KINDS] = splitmix(i as u64 + 1);
        i += 1;
    }
    keys
};

/// Key of a stone or a blocked square; 0 for an empty one.
#[inline]
pub(crate) fn key(square: Square, cell: Cell) -> u64 {
    let keys = &KEYS[square.index()];
    match cell {
        Cell::Empty => 0,
        Cell::Black => keys[0],
        Cell::White => keys[1],
        Cell::Wall => keys[2],
    }
}
