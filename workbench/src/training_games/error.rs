//! Errors of training files.

use std::io;

use thiserror::Error;

/// A training file that cannot be read or written.
#[derive(Debug, Error)]
pub enum TrainingError {
    /// I/O error.
    #[error("cannot read or write the training file")]
    Io(#[from] io::Error),
    /// Not a training file.
    #[error("expected a training file, found another kind of file")]
    NotARecord,
    /// A test set where games to learn from are expected.
    #[error("expected games to learn from, found those of a test set")]
    TestSet,
    /// Unsupported version.
    #[error("expected training file version {expected}, found {found}")]
    Version {
        /// The version that this program reads.
        expected: u8,
        /// The version in the file.
        found: u8,
    },
    /// The file to continue has other settings.
    #[error("expected a file made with seed {seed} and {nodes} nodes a move, found other settings")]
    OtherRun {
        /// The requested seed.
        seed: u64,
        /// The requested nodes.
        nodes: u32,
    },
    /// The last block is incomplete.
    #[error("expected a whole block at byte {offset}, found the end of the file")]
    Truncated {
        /// Offset of the block.
        offset: u64,
    },
    /// Wrong checksum of a block.
    #[error("expected an intact block at byte {offset}, found a wrong checksum or length")]
    Damaged {
        /// Offset of the block.
        offset: u64,
    },
    /// Invalid contents of an intact block.
    #[error("expected {expected} in a game record")]
    Game {
        /// What was expected.
        expected: &'static str,
    },
    /// A game that breaks the rules.
    #[error("game {number}, move {ply}: {what}")]
    Replay {
        /// Number of the game.
        number: u64,
        /// Number of the move, from 1.
        ply: usize,
        /// The fault.
        what: &'static str,
    },
}
