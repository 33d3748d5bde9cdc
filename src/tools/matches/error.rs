//! Errors of matches.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::record::RecordError;

/// Why a match cannot be played.
#[derive(Debug, Error)]
pub enum MatchError {
    /// Fewer than two engines.
    #[error("expected two engines or more, found {found}")]
    TooFewEngines {
        /// Number of engines.
        found: usize,
    },
    /// An engine that does not start.
    #[error("the engine {command:?} cannot be started")]
    Start {
        /// Its command line.
        command: String,
        /// Why.
        source: io::Error,
    },
    /// A game in the file to be continued that this match does not have.
    #[error(
        "game {number} of the file to continue does not belong to this match: players, rule, size or number differ"
    )]
    Foreign {
        /// Number of the game.
        number: u64,
    },
    /// A file that cannot be read or written.
    #[error("cannot use the file {}", path.display())]
    File {
        /// Its name.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file that holds something else.
    #[error("{}: {source}", path.display())]
    Record {
        /// Its name.
        path: PathBuf,
        /// Where and why.
        source: RecordError,
    },
    /// Openings that cannot be used.
    #[error("{}: line {line}: expected an opening such as \"h8 i9 j7\" or \"0,0, 1,-1\" that is playable, found {found:?}", path.display())]
    Opening {
        /// Name of the file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
        /// The line, shortened.
        found: String,
    },
    /// A file that exists already.
    #[error("{} exists: continue the match with --resume, or choose another name", path.display())]
    Exists {
        /// Its name.
        path: PathBuf,
    },
    /// Writing a game failed.
    #[error("cannot write a result")]
    Write(#[from] io::Error),
    /// Threads cannot be started.
    #[error("cannot start the threads of the match")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}
