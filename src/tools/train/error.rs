//! What can go wrong before and while a network is trained.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::record::training::TrainingError;

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
    /// Too many games for their numbers.
    #[error("expected fewer than 2^32 moves of recorded games, found more")]
    TooMany,
    /// The threads could not be started.
    #[error("cannot start the threads")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The system refused.
    #[error("cannot write the results")]
    Io(#[from] io::Error),
}
