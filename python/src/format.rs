//! Formats of records.

use std::path::Path;

use pyo3::prelude::*;
use rustgomo::files;
use rustgomo::record::RecordFormat;
use rustgomo::record::tree::GameTree;

use crate::errors::{error, file, warn};

/// The format of this name.
pub(crate) fn format_of_name(name: &str) -> PyResult<RecordFormat> {
    let endings = RecordFormat::ENDINGS;
    RecordFormat::of_ending(name)
        .filter(|_| endings.contains(&name))
        .ok_or_else(|| error(format_args!("expected one of {}, found {name:?}", endings.join(", "))))
}

/// Writes a file of records.
pub(crate) fn write_bytes(path: &Path, bytes: &[u8]) -> PyResult<()> {
    files::write_atomic(path, |out| std::io::Write::write_all(out, bytes)).map_err(file(path))
}

/// Warns of what a format has not of these games. `name` is that of the file or of the format.
pub(crate) fn warn_of_lost(
    py: Python<'_>,
    name: &str,
    format: RecordFormat,
    trees: &[GameTree],
) -> PyResult<()> {
    let lost: Vec<_> = format.lost(trees).iter().map(|(count, what)| format!("{what} ({count})")).collect();
    if lost.is_empty() {
        Ok(())
    } else {
        warn(py, &format!("{name}: not in this format: {}", lost.join(", ")))
    }
}
