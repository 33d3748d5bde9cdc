//! Openings as data: the first stones of a game, so that games between the same players differ.
//!
//! The key idea: an opening is a list of offsets from the middle of the board, the format that Gomocup uses, so one
//! file serves every size that is large enough and every match manager of the field. [`OpeningSet`] keeps them in order
//! and without twins under the symmetries of the board. What is balanced is judged by search, and so by `tools`.
//! Imports: `rules` and below. Used by: `tools`.

pub mod embedded;
mod error;
mod file;
mod line;
mod names;
mod set;

pub use error::{MAX_OFFSET, MIN_OFFSET, OpeningError, OpeningFileError};
pub use file::{file_text, read_file, read_lines, read_text, write_text};
pub use line::Opening;
pub use names::NamedOpening;
pub use set::{Insertion, OpeningSet};
