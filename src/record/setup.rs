//! The position before the first move.

use std::fmt;

use crate::board::{Board, BoardError};
use crate::geometry::{Bitboard, BoardSize, ByColor, Color};

/// The initial position of a game: the empty board with black to move, or set-up stones.
///
/// # Examples
/// ```
/// use rustgomo::Color;
/// use rustgomo::record::sgf;
///
/// let games = sgf::read("(;GM[4]SZ[15]AB[h8][i8]AW[h9];W[i9])")?;
/// assert_eq!(games[0].setup.stones[Color::Black].len(), 2);
/// assert_eq!(games[0].setup.side_to_move, Color::White);
/// assert_eq!(games[0].start()?.empty_count(), 222);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The set-up stones.
    pub stones: ByColor<Bitboard>,
    /// The side to move.
    pub side_to_move: Color,
}

impl Default for Setup {
    fn default() -> Self {
        Self { stones: ByColor([Bitboard::EMPTY; 2]), side_to_move: Color::Black }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stones = if self.len() == 1 { "stone" } else { "stones" };
        write!(f, "{} {stones} set up and {} to move", self.len(), self.side_to_move.name())
    }
}

impl Setup {
    /// Whether this is the empty board with black to move.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// Number of stones that were set up.
    pub fn len(&self) -> usize {
        self.stones.0.iter().map(Bitboard::len).sum()
    }

    /// Whether no stone was set up.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The position on a board of this size.
    ///
    /// # Errors
    /// [`BoardError`] if a stone is off the board or a square has two.
    pub fn board(&self, size: BoardSize) -> Result<Board, BoardError> {
        Board::with_stones(size, &self.stones, self.side_to_move)
    }

    /// The default side to move: black for equal numbers of stones, else the side with fewer.
    pub(super) fn guess_side_to_move(&self) -> Color {
        let [black, white] = &self.stones.0;
        if black.len() > white.len() { Color::White } else { Color::Black }
    }
}
