//! The cells around a square along one line.

use crate::geometry::Color;

/// Cells on each side of the centre. Five are enough for exact fives, fours and threes.
pub const RADIUS: usize = 5;
/// Cells of a window.
pub const WINDOW_LEN: usize = 2 * RADIUS + 1;
/// Index of the centre.
pub const CENTER: usize = RADIUS;

const WINDOW_MASK: u32 = (1 << (2 * WINDOW_LEN)) - 1;
const HALF_MASK: u32 = (1 << (2 * RADIUS)) - 1;

/// The content of a cell; the discriminant is its two-bit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Empty.
    Empty,
    /// A black stone.
    Black,
    /// A white stone.
    White,
    /// Beyond the edge, or a blocked square.
    Wall,
}

impl Cell {
    /// The four cells by their codes.
    pub const ALL: [Self; 4] = [Self::Empty, Self::Black, Self::White, Self::Wall];

    /// The stone of a colour.
    #[inline]
    pub const fn stone(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }
}

/// Eleven cells of a line in two-bit codes, the first in the lowest bits; the centre is cell [`CENTER`].
///
/// # Examples
/// ```
/// use rustgomo::board::{CENTER, Cell, WINDOW_LEN, Window};
///
/// let window = Window::from_cells([Cell::Empty; WINDOW_LEN]).with(CENTER + 1, Cell::Black);
/// assert_eq!(window.cell(CENTER + 1), Cell::Black);
/// assert_eq!((window.left_bits(), window.right_bits()), (0, Cell::Black as usize));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Window(u32);

impl Window {
    /// The lowest eleven cells of a line key shifted to the window's first cell.
    #[inline]
    pub(crate) const fn from_bits(bits: u64) -> Self {
        Self(bits as u32 & WINDOW_MASK)
    }

    /// A window from its cells.
    pub fn from_cells(cells: [Cell; WINDOW_LEN]) -> Self {
        Self(cells.iter().enumerate().fold(0, |bits, (i, &cell)| bits | (cell as u32) << (2 * i)))
    }

    /// The cell at a place, `0..11`.
    ///
    /// # Panics
    /// With overflow checks, if the place is 16 or more.
    #[inline]
    pub const fn cell(self, place: usize) -> Cell {
        Cell::ALL[(self.0 >> (2 * place) & 3) as usize]
    }

    /// The window with another cell at a place.
    ///
    /// # Panics
    /// With overflow checks, if the place is 16 or more.
    #[inline]
    #[must_use]
    pub const fn with(self, place: usize, cell: Cell) -> Self {
        Self(self.0 & !(3 << (2 * place)) | (cell as u32) << (2 * place))
    }

    /// The five cells before the centre, the farthest in the lowest bits: ten bits.
    #[inline]
    pub const fn left_bits(self) -> usize {
        (self.0 & HALF_MASK) as usize
    }

    /// The five cells after the centre, the nearest in the lowest bits: ten bits.
    #[inline]
    pub const fn right_bits(self) -> usize {
        (self.0 >> (2 * (CENTER + 1))) as usize
    }
}
