//! Training files: self-play games.
//!
//! A training file contains games rather than positions: moves and scores of about two bytes each, from which
//! positions are rebuilt by playing ([`TrainingGame`]). The file is an append-only list of checksummed
//! blocks, so that an interrupted run loses no finished game.

mod codec;
mod file;
mod game;

pub use file::{FileHeader, TEST_SEEDS, TrainingReader, TrainingWriter, Truncated, pack};
pub use game::{PlyKind, PlyRecord, TrainingGame};
