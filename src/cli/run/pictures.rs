//! Pictures into files.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use crate::cli::output::write_file;
use crate::tools::drawing::png_from_svg;

/// Pixels of a PNG for one of the SVG.
const PNG_SCALE: f32 = 2.0;

/// Writes a picture as SVG, as PNG, as both or not at all.
pub(super) fn write_pictures(
    picture: &str,
    svg: Option<&PathBuf>,
    png: Option<&PathBuf>,
) -> Result<(), Box<dyn std::error::Error>> {
    if let Some(path) = svg {
        write_file(path, picture.as_bytes())?;
    }
    if let Some(path) = png {
        write_file(path, &png_from_svg(picture, PNG_SCALE)?)?;
    }
    Ok(())
}

/// Whether to colour what goes to the standard output: on a terminal, unless the user has set `NO_COLOR`
/// (<https://no-color.org>).
pub(super) fn has_colors() -> bool {
    let is_refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    io::stdout().is_terminal() && !is_refused
}
