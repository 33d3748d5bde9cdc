//! What can go wrong before and while a network is trained.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::training_games::TrainingError;

/// A training run that cannot begin or cannot go on.
#[derive(Debug, Error)]
pub enum TrainError {
    /// A file of games cannot be used.
    #[error("{}: {source}", file.display())]
    Games {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        source: TrainingError,
    },
    /// There is nothing to learn from.
    #[error(
        "expected positions of {rule} to learn from and some to hold out, found {training} and {held_out}"
    )]
    TooFew {
        /// Name of the rule.
        rule: &'static str,
        /// Positions to learn from.
        training: usize,
        /// Positions held out.
        held_out: usize,
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
    /// A file that holds something else.
    #[error("{}: expected the intact state of a training run of this version", file.display())]
    State {
        /// The file.
        file: PathBuf,
    },
    /// The state of a run with other options.
    #[error("{} is the state of another run: the {what} differ", file.display())]
    Foreign {
        /// The file.
        file: PathBuf,
        /// What differs.
        what: &'static str,
    },
    /// A state that a new run would overwrite.
    #[error("{} exists: continue the run with --resume, or choose another name", file.display())]
    Exists {
        /// The file.
        file: PathBuf,
    },
    /// A network of another shape to begin with.
    #[error("expected a network of {expected} channels to begin with, found {found}")]
    Shape {
        /// Channels of the value, and of the policy.
        expected: String,
        /// The same.
        found: String,
    },
    /// Too many games for their numbers.
    #[error("expected fewer than 2^32 moves of recorded games, found more")]
    TooMany,
    /// The threads could not be started.
    #[error("cannot start the threads")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}
