//! Errors of game records.

use thiserror::Error;

use super::Setup;
use crate::geometry::{Color, shortened};

/// Why a file of games could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}{problem}")]
pub struct RecordError {
    /// Number of the line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: RecordProblem,
}

/// What is wrong with a line of a file of games. Texts are shortened.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordProblem {
    /// Something else than what belongs there.
    #[error(": expected {expected}, found {found:?}")]
    Text {
        /// What should have stood there.
        expected: String,
        /// What stood there.
        found: String,
    },
    /// A move that cannot be read.
    #[error(", move {number}, {found}: expected {expected}")]
    Move {
        /// Number of the move, from 1.
        number: usize,
        /// What stood there.
        found: String,
        /// What should have stood there.
        expected: String,
    },
    /// A move on a square that has a stone.
    #[error(", move {number}, {found}: the square is already occupied")]
    Occupied {
        /// Number of the move, from 1.
        number: usize,
        /// What stood there.
        found: String,
    },
}

impl RecordError {
    /// An error that quotes the beginning of what was found.
    pub fn new(line: usize, expected: impl Into<String>, found: &str) -> Self {
        let problem = RecordProblem::Text { expected: expected.into(), found: shortened(found) };
        Self { line, problem }
    }

    /// Move `number` of a game, from 1, cannot be read.
    pub(super) fn of_move(line: usize, number: usize, found: &str, expected: impl Into<String>) -> Self {
        let (found, expected) = (shortened(found), expected.into());
        Self { line, problem: RecordProblem::Move { number, found, expected } }
    }

    /// Move `number` of a game, from 1, is on a square that has a stone.
    pub(super) fn occupied(line: usize, number: usize, found: &str) -> Self {
        Self { line, problem: RecordProblem::Occupied { number, found: shortened(found) } }
    }

    /// The same without text of the file. A brain says no more: its manager may have named a file that is none of its business.
    pub fn unquoted(&self) -> String {
        let line = self.line;
        match &self.problem {
            RecordProblem::Text { expected, .. } => format!("line {line}: expected {expected}"),
            RecordProblem::Move { number, expected, .. } => {
                format!("line {line}, move {number}: expected {expected}")
            }
            RecordProblem::Occupied { number, .. } => {
                format!("line {line}, move {number}: the square is already occupied")
            }
        }
    }
}

/// Why a game cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("game {game}: expected {expected}, found {found}")]
pub struct WriteError {
    /// Place of the game among those to be written, from 1.
    pub game: usize,
    /// What the format can hold.
    pub expected: &'static str,
    /// What the game has.
    pub found: String,
}

impl WriteError {
    /// The error of a format without stones that were set up; `None` if the game has no need of them.
    pub(super) fn for_setup(game: usize, setup: &Setup) -> Option<Self> {
        let expected = "a game that begins on the empty board with black, since the format holds no other (.sgf and .txt do)";
        let found = || format!("{} stones set up and {} to move", setup.len(), setup.side_to_move.name());
        (!setup.is_default()).then(|| Self { game, expected, found: found() })
    }
}

/// Why a record contradicts the rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum VerifyError {
    /// A move on an occupied square or off the board.
    #[error("move {number}, {name}: the square is already occupied")]
    Occupied {
        /// Number of the move, from 1.
        number: usize,
        /// Its square.
        name: String,
    },
    /// A move of black that the rule forbids, and the game went on or ended otherwise.
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
    /// A set-up with two stones on a square or one off the board.
    #[error("the stones that are set up do not fit on the board")]
    Setup,
    /// A winning row among the stones that were set up, before the first move.
    #[error("the game goes on although the stones that are set up have a winning row")]
    WonBefore,
    /// A longer opening than the game.
    #[error("an opening of {opening} moves in a game of {moves}")]
    Opening {
        /// Stated length of the opening.
        opening: usize,
        /// Moves of the game.
        moves: usize,
    },
}
