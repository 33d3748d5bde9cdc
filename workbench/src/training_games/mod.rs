//! Games of the engine with itself, for training.
//!
//! A training file holds games, not positions: moves and scores of about two bytes each, from which every position is
//! rebuilt by playing ([`TrainingGame`]). The file is a list of checksummed blocks that is only appended to, so that a run
//! cut short loses nothing that was written. Imports: `rules` and below. Used by: `tools`.

mod codec;
mod error;
mod file;
mod game;

pub use error::TrainingError;
pub use file::{FileHeader, RecordReader, RecordWriter, pack};
pub use game::{OtherLines, PlyKind, PlyRecord, TrainingGame};
