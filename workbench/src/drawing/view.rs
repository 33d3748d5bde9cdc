//! What there is to see on a board.

use rustgomo::board::Board;
use rustgomo::eval::Score;
use rustgomo::geometry::{Color, Square};

/// How good a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heat {
    /// The move.
    pub square: Square,
    /// Score of the side to move if it plays there.
    pub score: Score,
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
    /// Scores of moves, for the heat map; only pictures show them.
    pub heat: &'a [Heat],
    /// Where somebody wins; only pictures show them.
    pub threats: &'a [ThreatMark],
    /// Whether the stones of the game carry the numbers of their moves, which those of the variation then continue; only
    /// in pictures.
    pub has_numbers: bool,
    /// Lines of items under a picture, the first one larger; items are set apart by dots.
    pub caption: &'a [Vec<String>],
}

impl<'a> BoardView<'a> {
    /// The stones and nothing else.
    pub const fn new(board: &'a Board) -> Self {
        Self {
            board,
            forbidden: &[],
            variation: &[],
            heat: &[],
            threats: &[],
            has_numbers: false,
            caption: &[],
        }
    }

    /// The number of a square in the variation, from 1.
    pub(super) fn number(&self, square: Square) -> Option<usize> {
        self.variation.iter().position(|&s| s == square).map(|index| index + 1)
    }

    /// Moves before the variation, as far as they are numbered.
    pub(super) fn past_moves(&self) -> usize {
        if self.has_numbers { self.board.history().len() } else { 0 }
    }

    /// The number of the move that put a stone on a square, from 1, and its colour; none unless numbers are shown.
    pub(super) fn past_number(&self, square: Square) -> Option<(usize, Color)> {
        let color = self.board.color_at(square).filter(|_| self.has_numbers)?;
        let index = self.board.history().iter().rposition(|&played| played == Some(square))?;
        Some((index + 1, color))
    }
}
