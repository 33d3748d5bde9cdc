//! Output files: checked before the work, and replaced only with `--overwrite`.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::files::{expect_writable, replace};
use crate::players::drawing::png_from_svg;

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

    /// Checks that the pictures and other output files can be written, and that none of them is read.
    pub(super) fn expect<'a>(
        &'a self,
        others: impl IntoIterator<Item = &'a PathBuf>,
        read: impl IntoIterator<Item = &'a Path>,
    ) -> Result<()> {
        let outputs = others.into_iter().chain(&self.svg).chain(&self.png);
        self.overwrite.expect_beside(outputs, read)
    }

    /// Writes a page, if there is to be one, and a picture to the requested files.
    pub(super) fn write_beside(
        &self,
        html: Option<&Path>,
        page: impl FnOnce() -> serde_json::Result<String>,
        picture: &str,
    ) -> Result<()> {
        if let Some(path) = html {
            replace(path, page()?.as_bytes())?;
        }
        self.write(picture)
    }

    /// Writes a picture to the requested files.
    pub(super) fn write(&self, picture: &str) -> Result<()> {
        if let Some(path) = &self.svg {
            replace(path, picture.as_bytes())?;
        }
        if let Some(path) = &self.png {
            replace(path, &png_from_svg(picture, PNG_SCALE)?)?;
        }
        Ok(())
    }
}

impl OverwriteArgs {
    /// Checks that files can be written as [`expect`](Self::expect) does, and that none of them is read.
    pub(super) fn expect_beside<'a>(
        self,
        files: impl IntoIterator<Item = &'a PathBuf>,
        read: impl IntoIterator<Item = &'a Path>,
    ) -> Result<()> {
        let files: Vec<_> = files.into_iter().collect();
        expect_apart(files.iter().copied(), read)?;
        self.expect(files)
    }

    /// Checks that files can be written.
    pub(super) fn expect<'a>(self, files: impl IntoIterator<Item = &'a PathBuf>) -> Result<()> {
        files.into_iter().try_for_each(|path| {
            // A folder is never replaced; the check below reports it.
            if path.exists() && !path.is_dir() && !self.overwrite {
                bail!("{} exists: choose another name, or replace it with --overwrite", path.display());
            }
            expect_writable(path).with_context(|| format!("cannot write {}", path.display()))
        })
    }
}

/// Checks that each output is a file of its own, and that none of them is read.
pub(super) fn expect_apart<'a>(
    files: impl IntoIterator<Item = &'a PathBuf>,
    read: impl IntoIterator<Item = &'a Path>,
) -> Result<()> {
    let read: Vec<_> = read.into_iter().collect();
    let mut earlier: Vec<&PathBuf> = Vec::new();
    files.into_iter().try_for_each(|path| {
        if let Some(input) = read.iter().find(|input| is_same_file(path, input)) {
            bail!("{} is in use: choose another name for the output", input.display());
        }
        if earlier.iter().any(|other| is_same_file(other, path)) {
            bail!("expected a file of its own for each output, found {} twice", path.display());
        }
        earlier.push(path);
        Ok(())
    })
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
