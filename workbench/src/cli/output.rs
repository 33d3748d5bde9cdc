//! Files that a tool writes: tried before the work, and never replaced unasked.

use std::error::Error;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::drawing::png_from_svg;
use crate::files::{expect_writable, replace};

/// Pixels of a PNG for one of the SVG.
const PNG_SCALE: f32 = 2.0;

/// Whether files may be replaced.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct OverwriteArgs {
    /// Replace the files to write if they exist.
    #[arg(long)]
    pub(super) overwrite: bool,
}

/// Pictures that a tool draws: the position with what was found, or a game's graph.
#[derive(Debug, Args)]
pub(super) struct PictureArgs {
    /// Draw what is shown as SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw what is shown as PNG.
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    #[command(flatten)]
    overwrite: OverwriteArgs,
}

impl PictureArgs {
    /// Whether there is one to draw.
    pub(super) const fn are_wanted(&self) -> bool {
        self.svg.is_some() || self.png.is_some()
    }

    /// Finds out whether they and other files of the tool can be written, before there is work to lose.
    pub(super) fn expect<'a>(
        &'a self,
        others: impl IntoIterator<Item = &'a PathBuf>,
    ) -> Result<(), OutputError> {
        self.overwrite.expect(others.into_iter().chain(&self.svg).chain(&self.png))
    }

    /// Writes a picture as SVG, as PNG, as both or not at all.
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
            // A folder is never replaced, so that is what to say about one.
            if path.exists() && !path.is_dir() && !self.overwrite {
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
