//! Errors of the database.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::record::RecordError;

/// Asked for every entry whether long work is to be broken off.
pub type Interrupted<'a> = &'a (dyn Fn() -> bool + 'a);

/// Why the database cannot be read or written.
#[derive(Debug, Error)]
pub enum DatabaseError {
    /// A file that cannot be opened, read or written.
    #[error("cannot open or write {}: {source}", path.display())]
    File {
        /// Its name.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file that another process works with.
    #[error("{} is in use by another program", path.display())]
    InUse {
        /// Its name.
        path: PathBuf,
    },
    /// A file that is no database.
    #[error("expected a database in {}, found {found}", path.display())]
    Foreign {
        /// Its name.
        path: PathBuf,
        /// What it is instead.
        found: &'static str,
    },
    /// A store of another version.
    #[error("expected a database of version {expected} in {}, found {found}", path.display())]
    Version {
        /// Its name.
        path: PathBuf,
        /// The version that is read.
        expected: u64,
        /// The version that the file has.
        found: u64,
    },
    /// The store failed.
    #[error("the store failed: {0}")]
    Store(#[source] Box<redb::Error>),
    /// An entry that cannot be read.
    #[error("expected an entry of a position, found {bytes} bytes that are none")]
    Damaged {
        /// How long it is.
        bytes: usize,
    },
    /// Work that was broken off.
    #[error("stopped after {done} positions")]
    Interrupted {
        /// Positions that it had put on the disk; what it was to write elsewhere is not there.
        done: usize,
    },
    /// Text that is no entry.
    #[error(transparent)]
    Text(#[from] RecordError),
    /// The reading of a text or the writing of a file failed.
    #[error(transparent)]
    Stream(#[from] io::Error),
}

impl DatabaseError {
    /// The message without text of a file, see [`RecordError::unquoted`].
    pub fn unquoted(&self) -> String {
        match self {
            Self::Text(error) => error.unquoted(),
            error => error.to_string(),
        }
    }

    /// An error of a file.
    pub(super) fn file(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::File { path, source }
    }

    /// A file that is something else.
    pub(super) fn foreign(path: &Path, found: &'static str) -> Self {
        Self::Foreign { path: path.to_owned(), found }
    }
}

/// Why the store does not take this file.
pub(super) fn refusal(path: &Path, error: impl Into<redb::Error>) -> DatabaseError {
    match error.into() {
        // The store has no kind of its own for a file that does not begin like one of its own.
        redb::Error::Io(error) if error.kind() == io::ErrorKind::InvalidData => {
            DatabaseError::foreign(path, "another kind of file")
        }
        redb::Error::Io(error) => DatabaseError::file(path)(error),
        redb::Error::TableDoesNotExist(_) | redb::Error::TableTypeMismatch { .. } => {
            DatabaseError::foreign(path, "a database of another program")
        }
        error => DatabaseError::file(path)(io::Error::other(error)),
    }
}

/// An error of the store; every one of its operations has its own kind.
pub(super) fn store(error: impl Into<redb::Error>) -> DatabaseError {
    DatabaseError::Store(Box::new(error.into()))
}
