//! Game records and their file formats.
//!
//! All formats share one [`GameRecord`]. [`text`] is RustGomo's own, one line a game, so that files can be
//! concatenated; [`psq`] is Piskvork's, [`sgf`] the Smart Game Format, [`renlib`] a tree of moves, [`moves`]
//! a plain list, [`sav`] Yixin-Board's and [`pos`] one of renju players. [`tree`] is a game with variations and comments, which SGF and RenLib hold. Readers report errors
//! with line numbers. [`GameRecord::verify`] replays a record under the plain rules. Imports: `rules` and below. Used by: `database` and above.

mod encoding;
mod error;
mod fields;
mod format;
mod game;
mod lost;
pub mod moves;
pub mod pos;
pub mod psq;
pub mod renlib;
pub mod sav;
mod setup;
pub mod sgf;
pub mod text;
pub mod tree;
mod verify;

pub(crate) use encoding::decoded;
pub use error::{Place, RecordError, RecordProblem, VerifyError, WriteError};
pub use format::{RecordFormat, read_bytes, read_file, read_file_trees, read_games, read_trees};
pub use game::{GameRecord, GameResult, RecordedMove, Termination};
pub use setup::Setup;
