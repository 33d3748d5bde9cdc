//! Errors of a learning run.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::matches::MatchError;
use crate::selfplay::ManifestError;
use crate::train::TrainError;
use crate::training_games::TrainingError;
use rustgomo::engine::network_files::NetworkFileError;

/// A learning run that cannot go on.
#[derive(Debug, Error)]
pub enum LearnError {
    /// A file that cannot be used.
    #[error("cannot use {}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A folder that another run uses.
    #[error("expected a folder of its own for each run, found {} in use", path.display())]
    InUse {
        /// The folder.
        path: PathBuf,
    },
    /// A file that is no state.
    #[error("{}: expected the state of a run of `learn`, found {found}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// The error.
        found: String,
    },
    /// Games that cannot be played.
    #[error("{}: {source}", path.display())]
    Games {
        /// The file.
        path: PathBuf,
        /// Why.
        source: TrainingError,
    },
    /// A manifest of games that cannot be written.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// A training that failed.
    #[error(transparent)]
    Train(#[from] TrainError),
    /// A training without a result.
    #[error("expected a finite loss of {network}, found {found}: try a smaller --rate")]
    Diverged {
        /// The network.
        network: String,
        /// The loss.
        found: f64,
    },
    /// A network that cannot be read.
    #[error(transparent)]
    Network(#[from] NetworkFileError),
    /// No games to judge by.
    #[error("expected files such as {rule}-500.rg of a test set in {}, found none", path.display())]
    NoTestSet {
        /// The rule.
        rule: &'static str,
        /// The folder.
        path: PathBuf,
    },
    /// A match that failed.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// A failure of an engine, which says nothing about its network.
    #[error("the match was broken off, because an engine failed: {remark}")]
    Engine {
        /// The engine and its failure.
        remark: String,
    },
    /// The report cannot be written.
    #[error("cannot write the report")]
    Write(#[from] io::Error),
}
