//! Files of a folder, found in any case.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::FileError;
use crate::files;

/// The board.
pub(super) const BOARD: &str = "PLOCHA.DAT";
/// The side to move, and the answer.
pub(super) const MOVE: &str = "TAH.DAT";
/// Time limits.
pub(super) const TIMEOUTS: &str = "TIMEOUTS.DAT";
/// Settings.
pub(super) const INFO: &str = "INFO.DAT";
/// A message to the manager.
pub(super) const MESSAGE: &str = "MSG.DAT";
/// Maximum size of a file in bytes; the largest sensible board has a few hundred.
const MAX_BYTES: u64 = 64 << 10;

/// Whether a program with this name, started in this folder without arguments, is to speak the file protocol:
/// the name does not begin with `pbrain`, and the folder has a board.
pub(crate) fn is_meant(program: &Path, folder: &Path) -> bool {
    let name = program.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    !name.starts_with("pbrain") && find(folder, BOARD).is_some()
}

/// The file with this name in any case; the exact name is preferred.
pub(super) fn find(folder: &Path, name: &str) -> Option<PathBuf> {
    let exact = folder.join(name);
    if exact.is_file() {
        return Some(exact);
    }
    let entries = fs::read_dir(folder).ok()?.filter_map(Result::ok);
    let mut named = entries.filter(|entry| entry.file_name().eq_ignore_ascii_case(name));
    named.next().map(|entry| entry.path())
}

/// The text of a required file.
pub(super) fn read(folder: &Path, name: &'static str) -> Result<String, FileError> {
    let path = find(folder, name).ok_or(FileError::Missing { name })?;
    let bytes = files::read(&path, MAX_BYTES).map_err(|source| FileError::Access { name, source })?;
    Ok(String::from_utf8_lossy(&bytes).trim_start_matches('\u{feff}').to_owned())
}

/// Replaces a file atomically if possible.
pub(super) fn replace(folder: &Path, name: &'static str, text: &str) -> Result<(), FileError> {
    let access = |source| FileError::Access { name, source };
    let path = find(folder, name).unwrap_or_else(|| folder.join(name));
    files::write_atomic(&path, |out| out.write_all(text.as_bytes())).or_else(|_: io::Error| {
        // No file can be created here, or the old one is held open: write in place.
        let file = files::open_with(&path, OpenOptions::new().write(true).create(true).truncate(true));
        file.and_then(|mut file| file.write_all(text.as_bytes())).map_err(access)
    })
}
