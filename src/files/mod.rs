//! Access to files, and reading and replacing them.
//!
//! The key idea: a name from outside can be anything. Only plain files are opened, so a named pipe cannot
//! block the program; reading has a limit; a file is replaced atomically, through a temporary one with an
//! unpredictable name. [`FileAccess`] confines a program that serves strangers. Imports: nothing. Used by:
//! `record` and above.

mod access;
mod atomic;
mod kind;
mod plain;

pub use access::{AccessError, FileAccess};
pub use atomic::{create_beside, is_unfinished, write_atomic};
pub use kind::FileKind;
pub use plain::{MAX_BYTES, create_folder, expect_plain, open, open_with, read, read_start, read_text};
