//! Errors of the board.

use thiserror::Error;

/// Errors of changing a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BoardError {
    /// The square is not on this board.
    #[error("the square is off the board")]
    OffBoard,
    /// The square holds a stone or is blocked.
    #[error("the square is not empty")]
    Occupied,
}

/// Errors of parsing diagrams and square names.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DiagramError {
    /// Rows of different length.
    #[error("expected {expected} squares in row {row}, found {found}")]
    Ragged {
        /// Row number from 1.
        row: usize,
        /// Squares of the first row.
        expected: usize,
        /// Squares of this row.
        found: usize,
    },
    /// An unknown character.
    #[error("expected one of . X O # in row {row} of the diagram, found {found:?}")]
    Symbol {
        /// Row number from 1.
        row: usize,
        /// The character.
        found: char,
    },
    /// An invalid side to move.
    #[error("expected \"black to move\" or \"white to move\", found {found:?}")]
    SideToMove {
        /// The line.
        found: String,
    },
    /// A board that is too small or too large.
    #[error(transparent)]
    Size(#[from] crate::geometry::SizeError),
    /// A name such as `z99` on a small board.
    #[error("expected a square such as h8, found {found:?}")]
    Name {
        /// The text.
        found: String,
    },
}
