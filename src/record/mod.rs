//! Games on disk.
//!
//! The key idea: one [`GameRecord`] for every format. [`text`] is our own, one readable line a game, so that files of
//! many machines merge by concatenation and a file cut short loses one game; [`psq`] is Piskvork's, [`sgf`] the Smart
//! Game Format, [`renlib`] a tree of moves, [`moves`] a plain list of them. Readers accept anything and answer with an error that names the
//! line. A record is not trusted until [`GameRecord::verify`] has replayed it under the slow rules. Imports: `rules` and below. Used by:
//! `database` and above.

mod error;
mod fields;
mod format;
mod game;
pub mod moves;
pub mod psq;
pub mod renlib;
mod renlib_bytes;
mod setup;
pub mod sgf;
mod sgf_point;
mod sgf_setup;
mod sgf_tree;
pub mod text;
mod verify;

pub use error::{RecordError, RecordProblem, VerifyError, WriteError};
pub use format::{RecordFormat, read_bytes, read_games};
pub use game::{GameRecord, GameResult, RecordedMove, Termination};
pub use setup::Setup;
