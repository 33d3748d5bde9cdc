//! Errors of the database.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::record::RecordError;
use crate::stop::StopHandle;

/// Errors of the database.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DatabaseError {
    /// A file that cannot be opened, read or written.
    #[error("cannot open or write {}: {source}", path.display())]
    File {
        /// Its name.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file in use by another process.
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
        /// What it is.
        found: &'static str,
    },
    /// A store of another version.
    #[error("expected a database of version {expected} in {}, found {found}", path.display())]
    Version {
        /// Its name.
        path: PathBuf,
        /// The supported version.
        expected: u64,
        /// The version of the file.
        found: u64,
    },
    /// The store failed.
    #[error("{}: the store failed: {source}", path.display())]
    Store {
        /// Its file.
        path: PathBuf,
        /// Why.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// An entry that cannot be read.
    #[error("{}: expected an entry of a position, found {bytes} bytes that are none", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Its length.
        bytes: usize,
    },
    /// Interrupted work.
    #[error("stopped after {done} positions")]
    Interrupted {
        /// Positions already written to the database; no other output exists.
        done: usize,
    },
    /// Text that is not an entry.
    #[error(transparent)]
    Text(#[from] RecordError),
    /// A damaged file, of which a part was imported: what stood before the fault, of a library also what
    /// stood after it.
    #[error("{fault}; {taken} positions were imported")]
    Incomplete {
        /// The positions imported.
        taken: usize,
        /// The first damage.
        fault: RecordError,
    },
    /// An error in a file.
    #[error("{}: {error}", path.display())]
    Within {
        /// The file's name.
        path: PathBuf,
        /// The error, which does not name it.
        error: Box<Self>,
    },
    /// Reading a text or writing a file failed.
    #[error(transparent)]
    Stream(#[from] io::Error),
}

impl DatabaseError {
    /// The message without quotes from the file, see [`RecordError::unquoted`].
    pub(crate) fn unquoted(&self) -> String {
        match self {
            Self::Text(error) => error.unquoted(),
            Self::Incomplete { taken, fault } => {
                format!("{}; {taken} positions were imported", fault.unquoted())
            }
            Self::Within { path, error } => format!("{}: {}", path.display(), error.unquoted()),
            error => error.to_string(),
        }
    }

    /// Adds the name of the file to an error that has none.
    #[must_use]
    pub fn within(self, path: &Path) -> Self {
        match self {
            Self::Text(_) | Self::Incomplete { .. } => {
                Self::Within { path: path.to_owned(), error: Box::new(self) }
            }
            error => error,
        }
    }

    /// An error of a file.
    pub(super) fn file(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::File { path, source }
    }

    /// A file of another kind.
    pub(super) fn foreign(path: &Path, found: &'static str) -> Self {
        Self::Foreign { path: path.to_owned(), found }
    }
}

/// Fails if work is to be interrupted that has written `done` positions to the database.
pub(super) fn go_on(stop: &StopHandle, done: usize) -> Result<(), DatabaseError> {
    if stop.is_stopped() { Err(DatabaseError::Interrupted { done }) } else { Ok(()) }
}

/// The error for a file that redb cannot open.
pub(super) fn refusal(path: &Path, error: impl Into<redb::Error>) -> DatabaseError {
    match error.into() {
        // redb has no error of its own for a wrong magic number.
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

/// Converts the error types of redb's operations on a file.
pub(super) fn store<E: Into<redb::Error>>(path: &Path) -> impl FnOnce(E) -> DatabaseError + Copy {
    move |error| DatabaseError::Store { path: path.to_owned(), source: Box::new(error.into()) }
}
