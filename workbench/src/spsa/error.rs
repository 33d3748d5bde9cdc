//! Errors of a tuning run.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::matches::MatchError;

/// Why a run cannot begin or go on.
#[derive(Debug, Error)]
pub enum SpsaError {
    /// A parameter that is to be tuned twice at once.
    #[error("expected every parameter once, found {name} twice")]
    Twice {
        /// Its name.
        name: String,
    },
    /// Games cannot be played.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// A game that was not lost on the board. It says nothing about the parameters, and would not be the last.
    #[error("iteration {iteration} was broken off, because an engine failed: {remark}")]
    Engine {
        /// Number of the iteration, from 1.
        iteration: u32,
        /// Which engine, and how.
        remark: String,
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
    #[error("{}: expected the state of a run of `tune spsa`, found {found}", path.display())]
    Content {
        /// Its name.
        path: PathBuf,
        /// What is wrong with it.
        found: String,
    },
    /// The state of a run with other options.
    #[error("{} is the state of another run: the {what} differ", path.display())]
    Foreign {
        /// Its name.
        path: PathBuf,
        /// Which options.
        what: &'static str,
    },
    /// A file that exists already.
    #[error("{} exists: continue the run with --resume, or choose another name", path.display())]
    Exists {
        /// Its name.
        path: PathBuf,
    },
    /// Writing the report failed.
    #[error("cannot write the report")]
    Write(#[from] io::Error),
}
