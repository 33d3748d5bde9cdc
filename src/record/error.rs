//! Errors of game records.

use thiserror::Error;

use crate::geometry::{Color, shortened};

/// Why a file of games could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: expected {expected}, found {found:?}")]
pub struct RecordError {
    /// Number of the line, from 1.
    pub line: usize,
    /// What should have stood there.
    pub expected: String,
    /// What stood there, shortened.
    pub found: String,
}

impl RecordError {
    /// An error that quotes the beginning of what was found.
    pub fn new(line: usize, expected: impl Into<String>, found: &str) -> Self {
        Self { line, expected: expected.into(), found: shortened(found) }
    }

    /// The same without text of the file. A brain says no more: its manager may have named a file that is none of its business.
    pub fn unquoted(&self) -> String {
        format!("line {}: expected {}", self.line, self.expected)
    }
}

/// Why a record contradicts the rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum VerifyError {
    /// A move on an occupied square or off the board.
    #[error("move {number} is not on a free square")]
    Occupied {
        /// Number of the move, from 1.
        number: usize,
    },
    /// A move of black that the rule forbids, and the game went on or ended otherwise.
    #[error("move {number} is forbidden")]
    Forbidden {
        /// Number of the move, from 1.
        number: usize,
    },
    /// Moves after the end of the game.
    #[error("the game goes on after its end at move {number}")]
    AfterEnd {
        /// Number of the move that ended the game, from 1.
        number: usize,
    },
    /// A winning row on the board that the result does not know.
    #[error("{winner:?} has won on the board, the record says otherwise")]
    Result {
        /// Who has a winning row.
        winner: Color,
    },
    /// A way to end that the board does not show.
    #[error("the record ends by {termination}, the board does not show it")]
    Termination {
        /// Name of the termination.
        termination: &'static str,
    },
    /// A longer opening than the game.
    #[error("an opening of {opening} moves in a game of {moves}")]
    Opening {
        /// Stated length of the opening.
        opening: usize,
        /// Moves of the game.
        moves: usize,
    },
}
