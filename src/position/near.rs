//! Squares near stones.

use crate::geometry::{Bitboard, MAX_SIDE, Square};

/// How far from a stone, in both axes, moves are considered.
const NEAR_SQUARE: i32 = 2;
/// How far from a stone along its lines.
const NEAR_LINE: i32 = 4;
/// Words, of two rows each, that the neighbourhood of a square reaches into.
const REACH: usize = NEAR_LINE as usize + 1;
/// Words of rows above the board that the neighbourhood of a square in the first row reaches into.
const MARGIN: usize = REACH / 2;
/// Words of the board.
const BOARD_WORDS: usize = MAX_SIDE as usize / 2;
/// The board's words with a margin on both sides, rounded up to what any [`Square::index`] can reach.
const WORDS: usize = 16 + REACH - 1;

/// The squares near stones, also those with stones and beyond the board.
#[derive(Clone, Debug)]
pub(super) struct Near([u64; WORDS]);

/// What the words around a square were before a stone came to it.
pub(super) type NearBefore = [u64; REACH];

impl Near {
    pub(super) const EMPTY: Self = Self([0; WORDS]);

    /// Adds the neighbourhood of a stone.
    #[inline]
    pub(super) fn add(&mut self, stone: Square) -> NearBefore {
        // Bits that leave their row land in columns that no board has.
        let turn = (i32::from(stone.x()) - NEAR_LINE) as u32 % u64::BITS;
        let first = stone.index() >> 6;
        let masks = &NEIGHBOURHOODS[usize::from(stone.y() & 1)];
        std::array::from_fn(|i| {
            let word = &mut self.0[first + i];
            std::mem::replace(word, *word | masks[i].rotate_left(turn))
        })
    }

    /// Takes back [`add`](Self::add).
    #[inline]
    pub(super) fn restore(&mut self, stone: Square, before: &NearBefore) {
        let first = stone.index() >> 6;
        for (i, &word) in before.iter().enumerate() {
            self.0[first + i] = word;
        }
    }

    /// The squares of a set that are near stones.
    #[inline]
    pub(super) fn among(&self, squares: &Bitboard) -> Bitboard {
        Bitboard::from_words(std::array::from_fn::<_, BOARD_WORDS, _>(|i| self.0[MARGIN + i])) & *squares
    }
}

/// The neighbourhood of a square in column [`NEAR_LINE`]: a square of side five and the eight rays. One list of words
/// for even rows, one for odd ones.
const NEIGHBOURHOODS: [[u64; REACH]; 2] = {
    let mut masks = [[0; REACH]; 2];
    let mut i = 0;
    while i < 4 * REACH {
        let (parity, word, half) = (i / (2 * REACH), i / 2 % REACH, i % 2);
        let dy = (2 * word + half) as i32 - (2 * MARGIN + parity) as i32;
        masks[parity][word] |= (neighbours_in_row(dy) as u64) << (32 * half);
        i += 1;
    }
    masks
};

const fn neighbours_in_row(dy: i32) -> u32 {
    let mut row = 0;
    let mut dx = -NEAR_LINE;
    while dx <= NEAR_LINE {
        let in_square = dx.abs() <= NEAR_SQUARE && dy.abs() <= NEAR_SQUARE;
        let on_ray = dy.abs() <= NEAR_LINE && (dx == 0 || dy == 0 || dx.abs() == dy.abs());
        if in_square || on_ray {
            row |= 1 << (dx + NEAR_LINE);
        }
        dx += 1;
    }
    row
}
