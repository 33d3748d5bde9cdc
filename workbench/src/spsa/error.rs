//! Errors of a tuning run.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::matches::MatchError;

/// A run that cannot start or continue.
#[derive(Debug, Error)]
pub enum SpsaError {
    /// A parameter that is named twice.
    #[error("expected every parameter once, found {name} twice")]
    Twice {
        /// Its name.
        name: String,
    },
    /// The match failed.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// A failure of an engine, which says nothing about the parameters.
    #[error("iteration {iteration} was broken off, because an engine failed: {remark}")]
    Engine {
        /// Number of the iteration, from 1.
        iteration: u32,
        /// The engine and its failure.
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
    /// An invalid file.
    #[error("{}: expected the state of a run of `tune spsa`, found {found}", path.display())]
    Content {
        /// Its name.
        path: PathBuf,
        /// The error.
        found: String,
    },
    /// A checkpoint of a run with other options.
    #[error("{} is the state of another run: the {what} differ", path.display())]
    Foreign {
        /// Its name.
        path: PathBuf,
        /// The options that differ.
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
