//! Files that a tool writes: tried before the work, and never replaced unasked.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use thiserror::Error;

use crate::tools::files::{expect_writable, replace};

/// Whether files may be replaced.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct OverwriteArgs {
    /// Replace the files to write if they exist.
    #[arg(long)]
    pub(super) overwrite: bool,
}

/// A file that cannot be written.
#[derive(Debug, Error)]
pub(super) enum OutputError {
    /// It exists, and may not be replaced.
    #[error("{} exists: choose another name, or replace it with --overwrite", path.display())]
    Exists {
        /// Its name.
        path: PathBuf,
    },
    /// The system refuses.
    #[error("cannot write {}", path.display())]
    Write {
        /// Its name.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl OverwriteArgs {
    /// Finds out whether files can be written, before there is work to lose.
    pub(super) fn expect<'a>(self, files: impl IntoIterator<Item = &'a PathBuf>) -> Result<(), OutputError> {
        files.into_iter().try_for_each(|path| {
            if path.exists() && !self.overwrite {
                return Err(OutputError::Exists { path: path.clone() });
            }
            expect_writable(path, true).map_err(|source| OutputError::Write { path: path.clone(), source })
        })
    }
}

/// Writes a file in one step.
pub(super) fn write_file(path: &Path, content: &[u8]) -> Result<(), OutputError> {
    replace(path, content).map_err(|source| OutputError::Write { path: path.to_owned(), source })
}
