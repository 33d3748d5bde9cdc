//! All lines of the board as two-bit cells.

use crate::board::{Cell, RADIUS, Window};
use crate::geometry::{BoardSize, DIRECTIONS, Direction, LINE_COUNT, Slot, Square};

/// A `u64` for each line: cell `i` has bits `2 * (i + 5)` and the next; cells beyond the board are walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineKeys([u64; LINE_COUNT]);

impl LineKeys {
    /// The lines of an empty board.
    pub fn new(size: BoardSize) -> Self {
        let mut keys = Self([u64::MAX; LINE_COUNT]);
        for square in size.squares() {
            keys.toggle(square, Cell::Wall);
        }
        keys
    }

    /// Changes an empty square to the cell, or the cell back to an empty square.
    #[inline]
    pub const fn toggle(&mut self, square: Square, cell: Cell) {
        let mut i = 0;
        while i < DIRECTIONS.len() {
            let slot = Slot::new(square, DIRECTIONS[i]);
            self.0[slot.line()] ^= (cell as u64) << (2 * (slot.offset() + RADIUS as u32));
            i += 1;
        }
    }

    /// The eleven cells around a square along a direction.
    #[inline]
    pub const fn window(&self, square: Square, direction: Direction) -> Window {
        let slot = Slot::new(square, direction);
        Window::from_bits(self.0[slot.line()] >> (2 * slot.offset()))
    }

    /// The 21 cells around a square along a direction, with the square at index 10: all cells of the windows
    /// of the squares in its window. Higher bits are undefined.
    #[inline]
    pub const fn around(&self, square: Square, direction: Direction) -> u64 {
        let slot = Slot::new(square, direction);
        // Both ends of a key are walls, so a rotation shifts in walls.
        self.0[slot.line()].rotate_left(2 * RADIUS as u32).rotate_right(2 * slot.offset())
    }
}
