//! Checks files of games under the rules and converts them between formats.
//!
//! All formats are read into [`GameRecord`](rustgomo::record::GameRecord); a check replays it under the
//! reference rules.

mod check;
mod convert;
mod error;
mod source;

pub use check::{Checked, Problem, check};
pub use convert::{convert, read};
pub use error::GamesError;
pub use source::read_all;
