//! Files of users: which may be used, how they are opened, and how they are replaced.
//!
//! The key idea: a name that comes from outside can stand for anything. Only plain files are opened, so a named pipe cannot
//! hold a program up; reading has a limit; a file is replaced in one step, by one with a name that nobody can foresee.
//! [`FileAccess`] confines a brain that plays for strangers. Imports: nothing. Used by: `record` and above.

mod access;
mod atomic;
mod kind;
mod plain;

pub use access::{AccessError, FileAccess};
pub use atomic::{create_beside, write_atomic};
pub use kind::FileKind;
pub use plain::{MAX_BYTES, expect_plain, open, open_with, read, read_start, read_text};
