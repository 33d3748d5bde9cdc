//! What can be wrong with a training file.

use std::io;

use thiserror::Error;

/// A training file that cannot be read, written or believed.
#[derive(Debug, Error)]
pub enum TrainingError {
    /// The system refused.
    #[error("cannot read or write the training file")]
    Io(#[from] io::Error),
    /// Some other kind of file.
    #[error("expected a training file, found another kind of file")]
    NotARecord,
    /// Written by another version of the program.
    #[error("expected training file version {expected}, found {found}")]
    Version {
        /// The version that this program reads.
        expected: u8,
        /// The version in the file.
        found: u8,
    },
    /// The file to continue was begun with other settings.
    #[error("expected a file made with seed {seed} and {nodes} nodes a move, found other settings")]
    OtherRun {
        /// The seed asked for.
        seed: u64,
        /// The nodes asked for.
        nodes: u32,
    },
    /// The last block is incomplete.
    #[error("expected a whole block at byte {offset}, found the end of the file")]
    Truncated {
        /// Where the block starts.
        offset: u64,
    },
    /// A block's contents changed after they were written.
    #[error("expected an intact block at byte {offset}, found a wrong checksum or length")]
    Damaged {
        /// Where the block starts.
        offset: u64,
    },
    /// A block is intact but its contents make no sense.
    #[error("expected {expected} in a game record")]
    Game {
        /// What should have been there.
        expected: &'static str,
    },
    /// A game breaks the rules.
    #[error("game {number}, move {ply}: {what}")]
    Replay {
        /// Number of the game.
        number: u64,
        /// Number of the move, from 1.
        ply: usize,
        /// What is wrong.
        what: &'static str,
    },
}
