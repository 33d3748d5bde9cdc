//! Reflections and rotations that map a board onto itself.

use super::{BoardSize, Square};

/// One of the symmetries of a board: bit 0 mirrors columns, bit 1 mirrors rows, bit 2 swaps columns and rows.
///
/// # Examples
/// ```
/// use rustgomo::geometry::{BoardSize, Square, Symmetry};
///
/// let size = BoardSize::new(15, 15)?;
/// let images = Symmetry::all(size).map(|symmetry| symmetry.apply(Square::at(0, 1), size));
/// assert_eq!(images.count(), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry(u8);

impl Symmetry {
    /// The symmetries of a size, the identity first: eight for a square board, four for a rectangle.
    pub fn all(size: BoardSize) -> impl Iterator<Item = Self> {
        let count = if size.width() == size.height() { 8 } else { 4 };
        (0..count).map(Self)
    }

    /// The image of a square.
    ///
    /// # Panics
    /// With overflow checks, if the square is not on a board of this size.
    pub const fn apply(self, square: Square, size: BoardSize) -> Square {
        let mut x = square.x();
        let mut y = square.y();
        if self.0 & 1 != 0 {
            x = size.width() - 1 - x;
        }
        if self.0 & 2 != 0 {
            y = size.height() - 1 - y;
        }
        if self.0 & 4 != 0 { Square::at(y, x) } else { Square::at(x, y) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Bitboard;

    #[test]
    fn every_symmetry_permutes_the_board() {
        for (width, height) in [(15, 15), (20, 15)] {
            let size = BoardSize::new(width, height).unwrap();
            for symmetry in Symmetry::all(size) {
                let image: Bitboard = size.squares().map(|s| symmetry.apply(s, size)).collect();
                assert_eq!(image, size.all());
            }
        }
    }
}
