//! Errors of training.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::training_games::TrainingError;

/// A training run that cannot start or continue.
#[derive(Debug, Error)]
pub enum TrainError {
    /// An invalid file of games.
    #[error("{}: {source}", file.display())]
    Games {
        /// The file.
        file: PathBuf,
        /// The error.
        source: TrainingError,
    },
    /// Too few positions.
    #[error(
        "expected positions of {rule} to learn from and some to hold out, found {training} and {held_out}"
    )]
    TooFew {
        /// Name of the rule.
        rule: &'static str,
        /// Training positions.
        training: u64,
        /// Positions held out.
        held_out: usize,
    },
    /// No positions to judge by.
    #[error("expected held-out positions of {rule}, found none")]
    NoneHeldOut {
        /// Name of the rule.
        rule: &'static str,
    },
    /// A file cannot be read.
    #[error("cannot read {}: {source}", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write {}: {source}", file.display())]
    Write {
        /// The file.
        file: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file that is not a checkpoint.
    #[error("{}: expected the intact state of a training run of this version", file.display())]
    State {
        /// The file.
        file: PathBuf,
    },
    /// A checkpoint of a run with other options.
    #[error("{} is the state of another run: the {what} differ", file.display())]
    Foreign {
        /// The file.
        file: PathBuf,
        /// What differs.
        what: &'static str,
    },
    /// A checkpoint that a new run would overwrite.
    #[error("{} exists: continue the run with --resume, or choose another name", file.display())]
    Exists {
        /// The file.
        file: PathBuf,
    },
    /// An initial network with other numbers of channels.
    #[error("expected a network of {expected} channels to begin with, found {found}")]
    Shape {
        /// Expected channels of value and policy.
        expected: String,
        /// Channels of the network.
        found: String,
    },
    /// Too many moves for 32-bit numbers.
    #[error("expected fewer than 2^32 moves of recorded games, found more")]
    TooMany,
    /// The threads could not be started.
    #[error("cannot start the threads")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}
