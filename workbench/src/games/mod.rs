//! Files of games: checked under the rules, and written in another format.
//!
//! The key idea: every format is read into the same [`GameRecord`](rustgomo::record::GameRecord), so a check is one replay
//! by the referee's slow rules and a conversion is reading and writing. Imports: `record` and below. Used by: `cli`.

mod check;
mod convert;
mod error;
mod source;

pub use check::{Checked, Problem, check};
pub use convert::{convert, read};
pub use error::GamesError;
pub use source::read_all;
