//! What to draw of a board.

use rustgomo::board::Board;
use rustgomo::eval::Score;
use rustgomo::geometry::{Color, Square};
use rustgomo::report::Threat;

/// Score of a move for the heat map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heat {
    /// The move.
    pub square: Square,
    /// Its score for the side to move.
    pub score: Score,
}

/// A threat: a square where a side makes a five, an open four or a double four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreatMark {
    /// The square.
    pub square: Square,
    /// Side of the threat.
    pub color: Color,
    /// 5 for a five, 4 for an open four or a double four.
    pub makes: u8,
}

impl ThreatMark {
    /// The mark of a threat; `None` for weaker ones.
    pub fn of(&Threat { square, color, kind, .. }: &Threat) -> Option<Self> {
        let makes = match kind {
            "five" => 5,
            "open four" => 4,
            _ => return None,
        };
        Some(Self { square, color, makes })
    }
}

/// A board with its marks.
#[derive(Clone, Debug)]
pub struct BoardView<'a> {
    /// The stones.
    pub board: &'a Board,
    /// Forbidden squares of the side to move.
    pub forbidden: &'a [Square],
    /// Moves of a variation, numbered from 1, starting with the side to move.
    pub variation: &'a [Square],
    /// Scores of moves for the heat map, in pictures only.
    pub heat: &'a [Heat],
    /// The stones of the winning rows, each with a ring in pictures.
    pub row: &'a [Square],
    /// Threats, in pictures only.
    pub threats: &'a [ThreatMark],
    /// Whether stones have the numbers of their moves, which the variation then continues; in pictures only.
    pub has_numbers: bool,
    /// Lines of items under a picture, the first one larger; items are separated by dots.
    pub caption: &'a [Vec<String>],
}

impl<'a> BoardView<'a> {
    /// The stones only.
    pub const fn new(board: &'a Board) -> Self {
        Self {
            board,
            forbidden: &[],
            variation: &[],
            heat: &[],
            row: &[],
            threats: &[],
            has_numbers: false,
            caption: &[],
        }
    }

    /// The number of a square in the variation, from 1.
    pub(super) fn number(&self, square: Square) -> Option<usize> {
        self.variation.iter().position(|&s| s == square).map(|index| index + 1)
    }

    /// Number of numbered moves before the variation.
    pub(super) fn past_moves(&self) -> usize {
        if self.has_numbers { self.board.history().len() } else { 0 }
    }

    /// The move number, from 1, and colour of the stone on a square; `None` unless numbers are shown.
    pub(super) fn past_number(&self, square: Square) -> Option<(usize, Color)> {
        let color = self.board.color_at(square).filter(|_| self.has_numbers)?;
        let index = self.board.history().iter().rposition(|&played| played == Some(square))?;
        Some((index + 1, color))
    }
}
