//! Errors of the file protocol.

use std::io;

use thiserror::Error;

use crate::engine::EngineError;
use crate::geometry::SizeError;

/// Why no move was made. `TAH.DAT` is unchanged.
#[derive(Debug, Error)]
pub enum FileError {
    /// A file that must be there is not.
    #[error("expected a file {name} in the working folder")]
    Missing {
        /// Its usual name.
        name: &'static str,
    },
    /// A file could not be read or written.
    #[error("expected to read and write {name}")]
    Access {
        /// Its usual name.
        name: &'static str,
        /// The system's error.
        #[source]
        source: io::Error,
    },
    /// Rows of different length.
    #[error("expected {expected} squares in row {row} of PLOCHA.DAT, found {found}")]
    Ragged {
        /// Row number from 1.
        row: usize,
        /// Squares of the first row.
        expected: usize,
        /// Squares of this row.
        found: usize,
    },
    /// An invalid character. It is not quoted: the file may be anything.
    #[error("expected only - x o # in PLOCHA.DAT, found something else in row {row}")]
    Symbol {
        /// Row number from 1.
        row: usize,
    },
    /// A board that is too small or too large.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// The side to move is unknown.
    #[error("expected x or o in TAH.DAT")]
    Mover,
    /// The engine refuses the position.
    #[error(transparent)]
    Engine(#[from] EngineError),
}
