//! Atomic replacement of files, and hashes.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::Serialize;
use sha2::{Digest, Sha256};

use rustgomo::files::{self, create_beside, expect_plain, write_atomic};

/// The path with something appended to its name.
pub fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

/// Reads a whole file.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    files::read(path, files::MAX_BYTES).with_context(|| format!("cannot read {}", path.display()))
}

/// Writes a file atomically.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    let written = write_atomic(path, |file| file.write_all(bytes));
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// Opens a file to append to it, and makes it if there is none.
pub fn append(path: &Path) -> Result<File> {
    let file = files::open_with(path, OpenOptions::new().append(true).create(true));
    file.with_context(|| format!("cannot write {}", path.display()))
}

/// Keeps other writers off a file until it is closed. Under Windows a lock would keep readers off, too.
pub fn lock(file: &File) -> Result<()> {
    if cfg!(windows) {
        return Ok(());
    }
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => bail!("expected a file of its own for each run, found it in use"),
        // Some file systems do not support locks.
        Err(TryLockError::Error(error)) if error.kind() != io::ErrorKind::Unsupported => Err(error.into()),
        _ => Ok(()),
    }
}

/// Writes indented JSON to a file, atomically.
pub fn replace_by_json(path: &Path, value: &impl Serialize) -> Result<()> {
    replace(path, (serde_json::to_string_pretty(value)? + "\n").as_bytes())
}

/// Checks that [`replace`] can write a file, so that the result of a long run is not lost.
pub fn expect_writable(path: &Path) -> io::Result<()> {
    if let Ok(found) = fs::metadata(path) {
        expect_plain(&found)?;
    }
    let (unfinished, _) = create_beside(path)?;
    fs::remove_file(unfinished)
}

/// The SHA-256 of some bytes.
pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 0xf]);
    digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_only_where_it_may_be() {
        let path = std::env::temp_dir().join(format!("rustgomo-files-{}", std::process::id()));
        assert!(expect_writable(&path).is_ok());
        replace(&path, b"one").unwrap();
        assert!(expect_writable(&path).is_ok());
        assert_eq!(fs::read(&path).unwrap(), b"one");
        replace(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        fs::remove_file(&path).unwrap();
        assert!(expect_writable(&path.join("none")).is_err());
        assert!(expect_writable(&std::env::temp_dir()).is_err());
    }

    #[test]
    fn the_hash_is_that_of_the_standard() {
        // FIPS 180-2, appendix B.1.
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hex(&sha256(b"abc")), expected);
    }
}
