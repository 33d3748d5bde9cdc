//! Errors of openings.

use std::io;

use thiserror::Error;

use crate::board::DiagramError;
use crate::geometry::BoardSize;

/// Smallest offset that c-gomoku-cli reads.
pub(crate) const MIN_OFFSET: i8 = -16;
/// Largest offset that c-gomoku-cli reads.
pub(crate) const MAX_OFFSET: i8 = 15;

/// Errors of a single opening.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OpeningError {
    /// Not a number.
    #[error("expected whole numbers with commas between them, such as \"0,0, 1,-2\", found {found:?}")]
    Number {
        /// The text.
        found: String,
    },
    /// A number out of range for boards or for other programs.
    #[error("expected an offset from {MIN_OFFSET} to {MAX_OFFSET}, found {found}")]
    Range {
        /// The number.
        found: i64,
    },
    /// An odd number of coordinates.
    #[error("expected two numbers for each stone, found {count} numbers")]
    Odd {
        /// Number of coordinates.
        count: usize,
    },
    /// An invalid square name.
    #[error(transparent)]
    Name(#[from] DiagramError),
    /// No stones.
    #[error("expected at least one stone")]
    Empty,
    /// A stone off the board.
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

/// Errors of a file of openings.
#[derive(Debug, Error)]
#[non_exhaustive]
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
    /// An invalid line.
    #[error("line {line}: {source}")]
    Line {
        /// Number of the line, from 1.
        line: usize,
        /// Why.
        #[source]
        source: OpeningError,
    },
    /// A line that repeats an earlier one, up to symmetry.
    #[error("line {line}: the same opening as in line {earlier}, perhaps mirrored or turned")]
    Twin {
        /// Number of the line, from 1.
        line: usize,
        /// The line with the twin.
        earlier: usize,
    },
}
