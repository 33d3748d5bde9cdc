//! Squares.

use std::fmt;

use super::{BoardSize, Direction};

/// Length of tables indexed by [`Square::index`].
pub const SQUARE_SPAN: usize = 1024;

/// One square: `row * 32 + column`, the same number on boards of every size.
///
/// # Examples
/// ```
/// use rustgomo::geometry::{BoardSize, Direction, Square};
///
/// let corner = Square::at(0, 0);
/// let size = BoardSize::new(15, 15)?;
/// assert_eq!(corner.step(Direction::Horizontal, 3, size), Some(Square::at(3, 0)));
/// assert_eq!(corner.step(Direction::Horizontal, -1, size), None);
/// assert_eq!(corner.distance(Square::at(2, 7)), 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u16);

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Square").field(&self.x()).field(&self.y()).finish()
    }
}

impl Square {
    /// The square in column `x` and row `y`; both must be below 22. Use [`BoardSize::square`] for input.
    ///
    /// # Panics
    /// With debug assertions, if a coordinate is 22 or more.
    pub const fn at(x: u8, y: u8) -> Self {
        debug_assert!(x < super::MAX_SIDE && y < super::MAX_SIDE);
        Self(((y as u16) << 5) | x as u16)
    }

    /// The square with this [`index`](Self::index).
    pub(crate) const fn from_index(index: usize) -> Self {
        Self(index as u16)
    }

    /// Column, from the left, from 0.
    pub const fn x(self) -> u8 {
        (self.0 & 31) as u8
    }

    /// Row, from the top, from 0.
    pub const fn y(self) -> u8 {
        (self.0 >> 5) as u8
    }

    /// Index below [`SQUARE_SPAN`]; the mask lets the compiler drop bounds checks.
    pub const fn index(self) -> usize {
        self.0 as usize & (SQUARE_SPAN - 1)
    }

    /// The square `steps` along a direction, if it is on the board.
    pub fn step(self, direction: Direction, steps: i8, size: BoardSize) -> Option<Self> {
        let (dx, dy) = direction.step();
        let x = i64::from(self.x()) + i64::from(dx) * i64::from(steps);
        let y = i64::from(self.y()) + i64::from(dy) * i64::from(steps);
        size.square(x, y)
    }

    /// The square `steps` along a direction, which must be on the board.
    pub(crate) const fn shifted(self, direction: Direction, steps: i32) -> Self {
        Self((self.0 as i32 + direction.offset() * steps) as u16)
    }

    /// The larger of the differences of columns and rows.
    pub const fn distance(self, other: Self) -> u8 {
        let dx = self.x().abs_diff(other.x());
        let dy = self.y().abs_diff(other.y());
        if dx > dy { dx } else { dy }
    }

    /// Whether both squares lie on a row, column or diagonal, at most `steps` apart.
    pub(crate) const fn is_aligned_with(self, other: Self, steps: u8) -> bool {
        let dx = self.x().abs_diff(other.x());
        let dy = self.y().abs_diff(other.y());
        (dx == 0 || dy == 0 || dx == dy) && self.distance(other) <= steps
    }
}
