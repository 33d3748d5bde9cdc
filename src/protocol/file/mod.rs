//! The old file protocol: one process a move, talking through files of the working folder.
//!
//! The key idea: everything is read and checked before anything is written, so an invalid folder is left as
//! it is. `PLOCHA.DAT` holds the board, `TAH.DAT` the side to move and later the answer, `TIMEOUTS.DAT` and
//! `INFO.DAT` the limits, `MSG.DAT` receives a message. Managers spell the names in different case. Imports:
//! `engine` and below, and `gomocup` for the keys of `INFO`. Used by: `cli`.

mod error;
mod folder;
mod position;
mod run;

pub use error::FileError;
pub(crate) use folder::is_meant;
pub use run::run;
