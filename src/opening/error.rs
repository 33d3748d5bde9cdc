//! Errors of openings.

use std::io;

use thiserror::Error;

use crate::board::DiagramError;
use crate::geometry::BoardSize;

/// Smallest offset that c-gomoku-cli reads.
pub const MIN_OFFSET: i8 = -16;
/// Largest offset that c-gomoku-cli reads.
pub const MAX_OFFSET: i8 = 15;

/// What is wrong with one opening.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningError {
    /// Something that is no number.
    #[error("expected whole numbers with commas between them, such as \"0,0, 1,-2\", found {found:?}")]
    Number {
        /// The text.
        found: String,
    },
    /// A number that does not fit any board, or not what other programs read.
    #[error("expected an offset from {MIN_OFFSET} to {MAX_OFFSET}, found {found}")]
    Range {
        /// The number.
        found: i64,
    },
    /// Half a stone.
    #[error("expected two numbers for each stone, found {count} numbers")]
    Odd {
        /// How many numbers there are.
        count: usize,
    },
    /// A name that is no square.
    #[error(transparent)]
    Name(#[from] DiagramError),
    /// No stones.
    #[error("expected at least one stone")]
    Empty,
    /// A stone that lies outside this board.
    #[error("expected a stone on a board of {}x{}, found offset {x},{y}", size.width(), size.height())]
    OffBoard {
        /// Columns to the right of the middle.
        x: i8,
        /// Rows below the middle.
        y: i8,
        /// The board.
        size: BoardSize,
    },
    /// Two stones on one square.
    #[error("expected every stone on its own square, found two at offset {x},{y}")]
    Twice {
        /// Columns to the right of the middle.
        x: i8,
        /// Rows below the middle.
        y: i8,
    },
}

/// What is wrong with a file of openings.
#[derive(Debug, Error)]
pub enum OpeningFileError {
    /// The file cannot be read.
    #[error("cannot read {path}")]
    Read {
        /// The file.
        path: String,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// A line is no opening.
    #[error("line {line}: {source}")]
    Line {
        /// Number of the line, from 1.
        line: usize,
        /// Why.
        #[source]
        source: OpeningError,
    },
    /// A line repeats an earlier one, perhaps mirrored or turned.
    #[error("line {line}: the same opening as in line {earlier}, perhaps mirrored or turned")]
    Twin {
        /// Number of the line, from 1.
        line: usize,
        /// The line with the twin.
        earlier: usize,
    },
}
