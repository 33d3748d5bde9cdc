//! Output files: checked before the work, and replaced only with `--overwrite`.

use std::error::Error;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::drawing::png_from_svg;
use crate::files::{expect_writable, replace};
use crate::options::DatabaseOption;

/// Scale of PNG relative to SVG.
const PNG_SCALE: f32 = 2.0;

/// Whether existing files are replaced.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct OverwriteArgs {
    /// Replace existing output files.
    #[arg(long)]
    pub(super) overwrite: bool,
}

/// Pictures: the position with the result, or the graph of a game.
#[derive(Debug, Args)]
pub(super) struct PictureArgs {
    /// Write a picture as SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a picture as PNG.
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    #[command(flatten)]
    overwrite: OverwriteArgs,
}

impl PictureArgs {
    /// Whether a picture is requested.
    pub(super) const fn are_requested(&self) -> bool {
        self.svg.is_some() || self.png.is_some()
    }

    /// Checks that the pictures and other output files can be written.
    pub(super) fn expect<'a>(
        &'a self,
        others: impl IntoIterator<Item = &'a PathBuf>,
    ) -> Result<(), OutputError> {
        self.overwrite.expect(others.into_iter().chain(&self.svg).chain(&self.png))
    }

    /// Checks that they can be written as [`expect`](Self::expect) does, and that none of them is the database in use.
    pub(super) fn expect_beside<'a>(
        &'a self,
        others: impl IntoIterator<Item = &'a PathBuf> + Clone,
        database: &DatabaseOption,
    ) -> Result<(), OutputError> {
        let mut outputs = others.clone().into_iter().chain(&self.svg).chain(&self.png);
        if let Some(database) = database.file()
            && outputs.any(|path| is_same_file(path, database))
        {
            return Err(OutputError::InUse { path: database.to_owned() });
        }
        self.expect(others)
    }

    /// Writes a picture to the requested files.
    pub(super) fn write(&self, picture: &str) -> Result<(), Box<dyn Error>> {
        if let Some(path) = &self.svg {
            write_file(path, picture.as_bytes())?;
        }
        if let Some(path) = &self.png {
            write_file(path, &png_from_svg(picture, PNG_SCALE)?)?;
        }
        Ok(())
    }
}

/// A file that cannot be written.
#[derive(Debug, thiserror::Error)]
pub(super) enum OutputError {
    /// The file exists and is not to be replaced.
    #[error("{} exists: choose another name, or replace it with --overwrite", path.display())]
    Exists {
        /// Its name.
        path: PathBuf,
    },
    /// Two outputs have the same name.
    #[error("expected a file of its own for each output, found {} twice", path.display())]
    Twice {
        /// The name.
        path: PathBuf,
    },
    /// An output would replace the database that the tool uses.
    #[error("{} is the database in use: choose another name for the output", path.display())]
    InUse {
        /// Its name.
        path: PathBuf,
    },
    /// I/O error.
    #[error("cannot write {}", path.display())]
    Write {
        /// Its name.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl OverwriteArgs {
    /// Checks that files can be written, each one of its own.
    pub(super) fn expect<'a>(self, files: impl IntoIterator<Item = &'a PathBuf>) -> Result<(), OutputError> {
        let mut earlier: Vec<&PathBuf> = Vec::new();
        files.into_iter().try_for_each(|path| {
            if earlier.iter().any(|other| is_same_file(other, path)) {
                return Err(OutputError::Twice { path: path.clone() });
            }
            earlier.push(path);
            // A folder is never replaced; the check below reports it.
            if path.exists() && !path.is_dir() && !self.overwrite {
                return Err(OutputError::Exists { path: path.clone() });
            }
            expect_writable(path, true).map_err(|source| OutputError::Write { path: path.clone(), source })
        })
    }
}

/// Whether two paths name one file, which need not exist.
fn is_same_file(first: &Path, second: &Path) -> bool {
    let [first, second] = [first, second].map(|path| {
        let in_folder = || {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            Some(folder.unwrap_or(Path::new(".")).canonicalize().ok()?.join(path.file_name()?))
        };
        path.canonicalize().ok().or_else(in_folder).unwrap_or_else(|| path.to_owned())
    });
    first == second
}

/// Writes a file atomically.
pub(super) fn write_file(path: &Path, content: &[u8]) -> Result<(), OutputError> {
    replace(path, content).map_err(|source| OutputError::Write { path: path.to_owned(), source })
}
