//! The four directions in which stones form lines.

/// A line direction; its positive sense goes right, or down for [`Direction::Vertical`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Left to right.
    Horizontal,
    /// Top to bottom.
    Vertical,
    /// Top left to bottom right.
    Diagonal,
    /// Bottom left to top right.
    Antidiagonal,
}

/// All four directions.
pub const DIRECTIONS: [Direction; 4] =
    [Direction::Horizontal, Direction::Vertical, Direction::Diagonal, Direction::Antidiagonal];

impl Direction {
    /// Column and row change of one step.
    pub const fn step(self) -> (i8, i8) {
        match self {
            Self::Horizontal => (1, 0),
            Self::Vertical => (0, 1),
            Self::Diagonal => (1, 1),
            Self::Antidiagonal => (1, -1),
        }
    }

    /// Change of the square index in one step.
    #[inline]
    pub(crate) const fn offset(self) -> i32 {
        let (dx, dy) = self.step();
        dx as i32 + 32 * dy as i32
    }

    /// 0 to 3, in the order of [`DIRECTIONS`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}
