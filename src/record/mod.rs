//! Game records and their file formats.
//!
//! All formats share one [`GameRecord`]. [`text`] is RustGomo's own, one line a game, so that files can be
//! concatenated; [`psq`] is Piskvork's, [`sgf`] the Smart Game Format, [`renlib`] a tree of moves, [`moves`]
//! a plain list, [`sav`] Yixin-Board's and [`pos`] one of renju players. [`tree`] is a game with variations
//! and comments, which SGF and RenLib hold. Readers report errors with line numbers. [`GameRecord::verify`]
//! replays a record under the plain rules. Imports: `rules` and below. Used by: `database` and above.

pub(crate) mod encoding;
mod error;
mod fields;
mod file;
mod format;
mod game;
mod lost;
#[doc(hidden)]
pub mod moves;
mod note;
#[doc(hidden)]
pub mod pos;
#[doc(hidden)]
pub mod psq;
mod reading;
pub mod renlib;
mod rif;
#[doc(hidden)]
pub mod sav;
mod setup;
pub mod sgf;
pub mod text;
pub mod tree;
mod verify;

pub use encoding::{CodePage, UnknownCodePage};
pub use error::{Place, RecordError, RecordProblem, VerifyError, WriteError};
pub use file::RecordFile;
pub use format::{RecordFormat, may_hold_games};
pub use game::{GameRecord, GameResult, RecordedMove, Termination};
pub use lost::Lost;
pub use note::Note;
pub(crate) use reading::read_first_sgf;
pub use reading::{Reading, RecordReader, read_bytes, read_trees};
pub use setup::Setup;
