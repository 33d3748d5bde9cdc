//! Squares near stones, the candidates of the search.

use crate::geometry::{Bitboard, MAX_SIDE, Square};

/// Distance of candidates from a stone in any direction.
const NEAR_SQUARE: i32 = 2;
/// Distance of candidates from a stone along its lines.
const NEAR_LINE: i32 = 4;
/// Words, of two rows each, that a neighbourhood spans.
const SPAN: usize = NEAR_LINE as usize + 1;
/// Words above the board that the neighbourhood of a square in the first row spans.
const MARGIN: usize = SPAN / 2;
/// Words of the board.
const BOARD_WORDS: usize = MAX_SIDE as usize / 2;
/// The board's words with a margin on both sides, rounded up for any [`Square::index`].
const WORDS: usize = 16 + SPAN - 1;

/// The squares near stones, including occupied ones and ones beyond the board.
#[derive(Clone, Debug)]
pub(super) struct Near([u64; WORDS]);

/// The words around a square before a stone was added, for undo.
pub(super) type NearBefore = [u64; SPAN];

impl Near {
    pub(super) const EMPTY: Self = Self([0; WORDS]);

    /// Adds the neighbourhood of a stone.
    #[inline]
    pub(super) fn add(&mut self, stone: Square) -> NearBefore {
        // Bits that wrap around a row end up in columns beyond the board.
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

/// The squares of a set that are near one of some stones, by the same measure as
/// [`Position::candidates`](super::Position::candidates).
pub fn near_stones(stones: impl IntoIterator<Item = Square>, squares: &Bitboard) -> Bitboard {
    let mut near = Near::EMPTY;
    for stone in stones {
        near.add(stone);
    }
    near.among(squares)
}

/// The neighbourhood of a square in column [`NEAR_LINE`], for even and odd rows: a 5x5 block and eight rays.
const NEIGHBOURHOODS: [[u64; SPAN]; 2] = {
    let mut masks = [[0; SPAN]; 2];
    let mut i = 0;
    while i < 4 * SPAN {
        let (parity, word, half) = (i / (2 * SPAN), i / 2 % SPAN, i % 2);
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
