//! Files of a folder, found whatever the case of their names.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::FileError;
use crate::files;

/// The board.
pub(super) const BOARD: &str = "PLOCHA.DAT";
/// The mover, and the answer.
pub(super) const MOVE: &str = "TAH.DAT";
/// Limits of time.
pub(super) const TIMEOUTS: &str = "TIMEOUTS.DAT";
/// Settings.
pub(super) const INFO: &str = "INFO.DAT";
/// A message to the manager.
pub(super) const MESSAGE: &str = "MSG.DAT";
/// Bytes of a file at most; the longest sensible file is a board of some hundred.
const MAX_BYTES: u64 = 64 << 10;

/// Whether a program of this name, started in this folder without arguments, is meant to speak the file protocol: its
/// name does not begin with `pbrain`, and a board is there.
pub fn is_meant(program: &Path, folder: &Path) -> bool {
    let name = program.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    !name.starts_with("pbrain") && find(folder, BOARD).is_some()
}

/// The file with this name in any case; the exact name comes first.
pub(super) fn find(folder: &Path, name: &str) -> Option<PathBuf> {
    let exact = folder.join(name);
    if exact.is_file() {
        return Some(exact);
    }
    let entries = fs::read_dir(folder).ok()?.filter_map(Result::ok);
    let mut named = entries.filter(|entry| entry.file_name().eq_ignore_ascii_case(name));
    named.next().map(|entry| entry.path())
}

/// The text of a file that must be there.
pub(super) fn read(folder: &Path, name: &'static str) -> Result<String, FileError> {
    let path = find(folder, name).ok_or(FileError::Missing { name })?;
    let bytes = files::read(&path, MAX_BYTES).map_err(|source| FileError::Access { name, source })?;
    Ok(String::from_utf8_lossy(&bytes).trim_start_matches('\u{feff}').to_owned())
}

/// Replaces a file as a whole: nobody ever reads half of it, and a failure leaves the old one.
pub(super) fn replace(folder: &Path, name: &'static str, text: &str) -> Result<(), FileError> {
    let access = |source| FileError::Access { name, source };
    let path = find(folder, name).unwrap_or_else(|| folder.join(name));
    files::write_atomic(&path, |out| out.write_all(text.as_bytes())).or_else(|_: io::Error| {
        // No second file can be made here, or the old one is held open: then in place.
        let file = files::open_with(&path, OpenOptions::new().write(true).create(true).truncate(true));
        file.and_then(|mut file| file.write_all(text.as_bytes())).map_err(access)
    })
}
