//! Errors of game records.

use std::fmt;

use thiserror::Error;

use super::Setup;
use super::tree::TreeError;
use crate::geometry::{Color, shortened};

/// An error of reading a file of games.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}{problem}")]
pub struct RecordError {
    /// Where it is.
    pub place: Place,
    /// The fault.
    pub problem: RecordProblem,
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The number of a line, from 1.
    Line(usize),
    /// The number of a byte, from 0.
    Byte(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(number) => write!(f, "line {number}"),
            Self::Byte(number) => write!(f, "byte {number}"),
        }
    }
}

/// The fault of a line of a file of games. Quoted texts are shortened.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordProblem {
    /// Unexpected text.
    #[error(": expected {expected}, found {found:?}")]
    Text {
        /// What should have stood there.
        expected: String,
        /// What stood there.
        found: String,
    },
    /// An invalid move, or one that the game does not allow.
    #[error(", move {number}, {found}: {reason}")]
    Move {
        /// Number of the move, from 1.
        number: usize,
        /// What stood there.
        found: String,
        /// What should have stood there, or why the game does not allow it.
        reason: String,
    },
}

impl RecordError {
    /// An error with a shortened quote of the text found.
    pub fn new(line: usize, expected: impl Into<String>, found: &str) -> Self {
        let problem = RecordProblem::Text { expected: expected.into(), found: shortened(found) };
        Self { place: Place::Line(line), problem }
    }

    /// An error in a file that is no text.
    pub(crate) fn at_byte(byte: usize, expected: impl Into<String>, found: &str) -> Self {
        Self { place: Place::Byte(byte), ..Self::new(0, expected, found) }
    }

    /// Move `number` of a game, from 1, is invalid.
    pub(super) fn of_move(line: usize, number: usize, found: &str, expected: impl Into<String>) -> Self {
        Self::refused(Place::Line(line), number, found, format!("expected {}", expected.into()))
    }

    /// Move `number` of a game, from 1, is a pass, which a tree may have and a game may not.
    pub(super) fn pass(place: Place, number: usize) -> Self {
        let expected = "a move with a square, since games have no passes";
        Self { place, ..Self::of_move(0, number, "pass", expected) }
    }

    /// Move `number` of a game, from 1, is on an occupied square.
    pub(super) fn occupied(line: usize, number: usize, found: &str) -> Self {
        Self::illegal(Place::Line(line), number, found, &TreeError::Occupied)
    }

    /// Move `number` of a game, from 1, is impossible.
    pub(super) fn illegal(place: Place, number: usize, found: &str, error: &TreeError) -> Self {
        Self::refused(place, number, found, error.to_string())
    }

    fn refused(place: Place, number: usize, found: &str, reason: String) -> Self {
        Self { place, problem: RecordProblem::Move { number, found: shortened(found), reason } }
    }

    /// The error without quotes from the file, for brains: a manager may name a file it must not read.
    pub(crate) fn unquoted(&self) -> String {
        let place = self.place;
        match &self.problem {
            RecordProblem::Text { expected, .. } => format!("{place}: expected {expected}"),
            RecordProblem::Move { number, reason, .. } => format!("{place}, move {number}: {reason}"),
        }
    }
}

/// A game that cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("game {game}: expected {expected}, found {found}")]
pub struct WriteError {
    /// Number of the game among those to be written, from 1.
    pub game: usize,
    /// What the format supports.
    pub expected: &'static str,
    /// What the game has.
    pub found: String,
}

impl WriteError {
    /// The check of a format without set-up stones.
    pub(super) fn expect_no_setup(game: usize, setup: &Setup) -> Result<(), Self> {
        let expected = "a game that begins on the empty board with black, since the format holds no other (.sgf and .txt do)";
        if setup.is_default() { Ok(()) } else { Err(Self { game, expected, found: setup.to_string() }) }
    }
}

/// Contradictions between a record and the rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// A move on an occupied square or off the board.
    #[error("move {number}, {name}: the square is already occupied")]
    Occupied {
        /// Number of the move, from 1.
        number: usize,
        /// Its square.
        name: String,
    },
    /// A forbidden move of black after which the game went on or ended otherwise.
    #[error("move {number}, {name}, is forbidden")]
    Forbidden {
        /// Number of the move, from 1.
        number: usize,
        /// Its square.
        name: String,
    },
    /// Moves after the end of the game.
    #[error("the game goes on after its end at move {number}")]
    AfterEnd {
        /// Number of the move that ended the game, from 1.
        number: usize,
    },
    /// A winning row that the result ignores.
    #[error("{winner:?} has won on the board, the record says otherwise")]
    Result {
        /// The colour of the row.
        winner: Color,
    },
    /// A termination that contradicts the board.
    #[error("the record says that the game ended by {termination}, but {board}")]
    Termination {
        /// Name of the termination.
        termination: &'static str,
        /// What the board shows.
        board: &'static str,
    },
    /// A set-up with two stones on a square or one off the board.
    #[error("the stones that are set up do not fit on the board")]
    Setup,
    /// A winning row among the set-up stones.
    #[error("the game goes on although the stones that are set up have a winning row")]
    WonBefore,
    /// An opening longer than the game.
    #[error("an opening of {opening} moves in a game of {moves}")]
    Opening {
        /// Stated length of the opening.
        opening: usize,
        /// Moves of the game.
        moves: usize,
    },
}
