//! Line numbers and offsets of squares.

use super::{Direction, MAX_SIDE, Square};

/// Lines are numbered below this: 64 numbers for each direction.
pub const LINE_COUNT: usize = 256;

/// A square's place on one line: the line's number and the square's offset along it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    line: u8,
    offset: u8,
}

impl Slot {
    /// The line through a square and the square's offset (`0..22`) along it, growing in the positive sense of
    /// the direction.
    #[inline]
    pub const fn new(square: Square, direction: Direction) -> Self {
        let (x, y) = (square.x(), square.y());
        match direction {
            Direction::Horizontal => Self { line: y, offset: x },
            Direction::Vertical => Self { line: 64 + x, offset: y },
            Direction::Diagonal => Self { line: 128 + (MAX_SIDE - 1) + x - y, offset: x },
            Direction::Antidiagonal => Self { line: 192 + x + y, offset: x },
        }
    }

    /// Number of the line, below [`LINE_COUNT`].
    #[inline]
    pub const fn line(self) -> usize {
        self.line as usize
    }

    /// Offset along the line, `0..22`.
    #[inline]
    pub const fn offset(self) -> u32 {
        self.offset as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{BoardSize, DIRECTIONS};

    #[test]
    fn neighbours_on_a_line_share_it_and_differ_by_one() {
        let size = BoardSize::new(22, 22).unwrap();
        for square in size.squares() {
            for direction in DIRECTIONS {
                let Some(next) = square.step(direction, 1, size) else { continue };
                let (here, there) = (Slot::new(square, direction), Slot::new(next, direction));
                assert_eq!(here.line(), there.line());
                assert_eq!(here.offset() + 1, there.offset());
                assert_eq!(square.shifted(direction, 1), next);
            }
        }
    }

    #[test]
    fn two_squares_never_share_a_slot() {
        let size = BoardSize::new(22, 22).unwrap();
        let mut seen = std::collections::HashSet::new();
        for square in size.squares() {
            for direction in DIRECTIONS {
                let slot = Slot::new(square, direction);
                assert!(seen.insert((slot.line(), slot.offset())), "{square:?} {direction:?}");
            }
        }
    }
}
