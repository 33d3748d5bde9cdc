//! Board sizes.

use thiserror::Error;

use super::{Bitboard, Square};

/// Shortest side of a board.
pub const MIN_SIDE: u8 = 5;
/// Longest side: 22 cells and five walls at each end are 32 cells of two bits, one `u64`.
pub const MAX_SIDE: u8 = 22;
/// Squares of the largest board.
pub const MAX_AREA: usize = MAX_SIDE as usize * MAX_SIDE as usize;

/// Width and height of a board, each from [`MIN_SIDE`] to [`MAX_SIDE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardSize {
    width: u8,
    height: u8,
}

/// A width or height outside the supported range.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected a width and height from {MIN_SIDE} to {MAX_SIDE}, found {width}x{height}")]
pub struct SizeError {
    width: i64,
    height: i64,
}

impl Default for BoardSize {
    /// 15x15, the size that most rules are played on.
    fn default() -> Self {
        Self { width: 15, height: 15 }
    }
}

impl BoardSize {
    /// Checks a width and a height.
    ///
    /// # Errors
    /// [`SizeError`] if either lies outside `5..=22`.
    pub fn new(width: i64, height: i64) -> Result<Self, SizeError> {
        let allowed = i64::from(MIN_SIDE)..=i64::from(MAX_SIDE);
        if allowed.contains(&width) && allowed.contains(&height) {
            Ok(Self { width: width as u8, height: height as u8 })
        } else {
            Err(SizeError { width, height })
        }
    }

    /// Columns, `5..=22`.
    pub const fn width(self) -> u8 {
        self.width
    }

    /// Rows, `5..=22`.
    pub const fn height(self) -> u8 {
        self.height
    }

    /// Number of squares.
    pub const fn area(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// The square in column `x` and row `y` (from the top left, from 0), if it is on the board.
    pub fn square(self, x: i64, y: i64) -> Option<Square> {
        let on_board = (0..i64::from(self.width)).contains(&x) && (0..i64::from(self.height)).contains(&y);
        on_board.then(|| Square::at(x as u8, y as u8))
    }

    /// Whether the square is on this board.
    pub const fn contains(self, square: Square) -> bool {
        square.x() < self.width && square.y() < self.height
    }

    /// The square in the middle, the upper left one of several.
    pub const fn center(self) -> Square {
        Square::at((self.width - 1) / 2, (self.height - 1) / 2)
    }

    /// All squares of the board.
    pub fn all(self) -> Bitboard {
        let row = (1u32 << self.width) - 1;
        let mut set = Bitboard::EMPTY;
        for y in 0..self.height {
            set.insert_row(y, row);
        }
        set
    }

    /// All squares, row by row from the top left.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.height).flat_map(move |y| (0..self.width).map(move |x| Square::at(x, y)))
    }
}
