//! Sets of squares.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

use super::{MAX_SIDE, Square};

/// Words of a set: two rows of 32 bits each.
const WORDS: usize = MAX_SIDE as usize / 2;

/// A set of squares; square `i` is bit `i % 64` of word `i / 64`, so each word holds two rows.
///
/// # Examples
/// ```
/// use rustgomo::geometry::{Bitboard, Square};
///
/// let mut squares: Bitboard = [Square::at(3, 4), Square::at(1, 2)].into_iter().collect();
/// squares.insert(Square::at(0, 0));
/// assert_eq!(squares.first(), Some(Square::at(0, 0)));
/// assert_eq!((squares & Bitboard::of(Square::at(1, 2))).len(), 1);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bitboard([u64; WORDS]);

impl Bitboard {
    /// The empty set.
    pub(crate) const EMPTY: Self = Self([0; WORDS]);

    /// The set with these words in square order.
    #[inline]
    pub(crate) const fn from_words(words: [u64; WORDS]) -> Self {
        Self(words)
    }

    /// Whether the square is in the set.
    #[inline]
    pub const fn contains(&self, square: Square) -> bool {
        let index = square.index();
        self.0[index >> 6] >> (index & 63) & 1 != 0
    }

    /// Adds a square.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        let index = square.index();
        self.0[index >> 6] |= 1 << (index & 63);
    }

    /// Removes a square.
    #[inline]
    pub const fn remove(&mut self, square: Square) {
        let index = square.index();
        self.0[index >> 6] &= !(1 << (index & 63));
    }

    /// Toggles a square.
    #[inline]
    pub const fn toggle(&mut self, square: Square) {
        let index = square.index();
        self.0[index >> 6] ^= 1 << (index & 63);
    }

    /// The set of one square.
    #[inline]
    #[must_use]
    pub const fn of(square: Square) -> Self {
        let mut set = Self::EMPTY;
        set.insert(square);
        set
    }

    /// Adds the columns in `mask` of row `y`.
    #[inline]
    pub(crate) const fn insert_row(&mut self, y: u8, mask: u32) {
        self.0[(y >> 1) as usize] |= (mask as u64) << ((y & 1) * 32);
    }

    /// Whether the set has no squares.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Number of squares.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The first square in ascending order.
    #[inline]
    pub fn first(&self) -> Option<Square> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(Square::from_index(word * 64 + self.0[word].trailing_zeros() as usize))
    }

    /// The squares in ascending order, row by row.
    #[inline]
    pub const fn iter(&self) -> Squares {
        Squares { words: self.0, word: 0, bits: self.0[0] }
    }
}

/// Iterator over the squares of a [`Bitboard`].
#[derive(Clone, Debug)]
pub struct Squares {
    words: [u64; WORDS],
    word: usize,
    /// Remaining bits of that word.
    bits: u64,
}

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        while self.bits == 0 {
            self.bits = *self.words.get(self.word + 1)?;
            self.word += 1;
        }
        let bit = self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Some(Square::from_index(self.word * 64 + bit))
    }

    /// Word by word, which is faster than one call after the other.
    #[inline]
    fn fold<B, F: FnMut(B, Square) -> B>(self, start: B, mut f: F) -> B {
        let mut result = start;
        let mut bits = self.bits;
        for word in self.word..WORDS {
            while bits != 0 {
                result = f(result, Square::from_index(word * 64 + bits.trailing_zeros() as usize));
                bits &= bits - 1;
            }
            bits = self.words.get(word + 1).copied().unwrap_or(0);
        }
        result
    }
}

impl IntoIterator for &Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    fn into_iter(self) -> Squares {
        self.iter()
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}

impl BitOr for Bitboard {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitAnd for Bitboard {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl Not for Bitboard {
    type Output = Self;
    /// The complement, including bits beyond the board: intersect the result with a set of squares.
    #[inline]
    fn not(self) -> Self {
        Self(std::array::from_fn(|i| !self.0[i]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::BoardSize;

    #[test]
    fn a_set_gives_back_its_squares_in_order() {
        let size = BoardSize::new(22, 21).unwrap();
        let chosen: Vec<Square> = size.squares().filter(|s| s.index() % 7 == 3).collect();
        let set: Bitboard = chosen.iter().copied().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), chosen);
        for taken in [0, 1, 13, chosen.len()] {
            let mut rest = set.iter();
            assert_eq!(rest.by_ref().take(taken).count(), taken);
            let mut folded = Vec::new();
            rest.for_each(|square| folded.push(square));
            assert_eq!(folded, chosen[taken..]);
        }
        assert_eq!(set.len(), chosen.len());
        assert_eq!(size.all().len(), size.area());
        assert_eq!((!set & size.all()).len() + set.len(), size.area());
    }
}
