//! What there is to see on a board.

use crate::board::Board;
use crate::geometry::{Color, Square};

/// How good a move is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heat {
    /// The move.
    pub square: Square,
    /// Win rate of the side to move after it, `0.0..=1.0`.
    pub win_rate: f64,
}

/// A square from which somebody wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreatMark {
    /// The square.
    pub square: Square,
    /// Whose threat it is.
    pub color: Color,
    /// Stones in a row that the move makes: 5, or 4 for an open four or two fours.
    pub makes: u8,
}

/// A board with what is drawn on it.
#[derive(Clone, Debug)]
pub struct BoardView<'a> {
    /// The stones.
    pub board: &'a Board,
    /// Squares that the side to move may not play on.
    pub forbidden: &'a [Square],
    /// Moves to come, numbered from 1; the first is by the side to move.
    pub variation: &'a [Square],
    /// Win rates of moves, for the heat map; only pictures show them.
    pub heat: &'a [Heat],
}

impl<'a> BoardView<'a> {
    /// The stones and nothing else.
    pub const fn new(board: &'a Board) -> Self {
        Self { board, forbidden: &[], variation: &[], heat: &[] }
    }

    /// The number of a square in the variation, from 1.
    pub(super) fn number(&self, square: Square) -> Option<usize> {
        self.variation.iter().position(|&s| s == square).map(|index| index + 1)
    }
}
