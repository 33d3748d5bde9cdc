//! The squares of a board.

use super::{Bitboard, BoardSize, Square};

impl BoardSize {
    /// The square in column `x` and row `y` (from the top left, from 0), if it is on the board.
    pub fn square(self, x: i64, y: i64) -> Option<Square> {
        let on_board =
            (0..i64::from(self.width())).contains(&x) && (0..i64::from(self.height())).contains(&y);
        on_board.then(|| Square::at(x as u8, y as u8))
    }

    /// Whether the square is on this board.
    pub const fn contains(self, square: Square) -> bool {
        square.x() < self.width() && square.y() < self.height()
    }

    /// The central square, the upper left one of several.
    pub const fn center(self) -> Square {
        Square::at((self.width() - 1) / 2, (self.height() - 1) / 2)
    }

    /// All squares of the board.
    pub fn all(self) -> Bitboard {
        let row = (1u32 << self.width()) - 1;
        let mut set = Bitboard::EMPTY;
        for y in 0..self.height() {
            set.insert_row(y, row);
        }
        set
    }

    /// All squares, row by row from the top left.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.height()).flat_map(move |y| (0..self.width()).map(move |x| Square::at(x, y)))
    }
}
