//! Opening and reading plain files.

use std::fs::{self, File, FileType, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Maximum size of files such as records and manifests: more than fits into memory as text and games.
pub const MAX_BYTES: u64 = 4 << 30;

/// Opens a plain file for reading.
///
/// # Errors
/// If the system refuses, or if it is a folder, a pipe or a device.
pub fn open(path: &Path) -> io::Result<File> {
    open_with(path, OpenOptions::new().read(true))
}

/// Opens a plain file, or a new one if the options create it.
///
/// # Errors
/// If the system refuses, or if it is a folder, a pipe or a device.
pub fn open_with(path: &Path, options: &OpenOptions) -> io::Result<File> {
    // Opening a named pipe blocks and opening a device can have any effect, so the name is checked first.
    match fs::metadata(path) {
        Ok(found) => expect_plain(&found)?,
        // The options decide whether it may be missing.
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let file = options.open(path)?;
    // The file may have been replaced in between.
    expect_plain(&file.metadata()?)?;
    Ok(file)
}

/// Reads a plain file of at most `limit` bytes.
///
/// # Errors
/// If the system refuses, or if it is no plain file or larger.
pub fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // A file can grow while it is read, so checking its length is not enough.
    open(path)?.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        let text = format!("expected a file of at most {limit} bytes, found a larger one");
        return Err(io::Error::new(ErrorKind::FileTooLarge, text));
    }
    Ok(bytes)
}

/// Reads a plain file of at most `limit` bytes of UTF-8.
///
/// # Errors
/// Those of [`read`], and if it is not UTF-8.
pub fn read_text(path: &Path, limit: u64) -> io::Result<String> {
    String::from_utf8(read(path, limit)?)
        .map_err(|_| io::Error::new(ErrorKind::InvalidData, "expected text in UTF-8"))
}

/// The first bytes of a plain file; `None` if there is no file.
///
/// # Errors
/// If the system refuses, or if it is no plain file.
pub fn read_start(path: &Path, count: u64) -> io::Result<Option<Vec<u8>>> {
    let file = match open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut bytes = Vec::new();
    file.take(count).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

/// Creates a folder with those above it, unless it is there.
///
/// # Errors
/// If the system refuses, or if it is no folder.
pub fn create_folder(path: &Path) -> io::Result<()> {
    match fs::create_dir_all(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            Err(io::Error::new(ErrorKind::NotADirectory, "expected a folder, found a file"))
        }
        created => created,
    }
}

/// Checks that this is a plain file.
///
/// # Errors
/// If it is a folder, a pipe or a device; the message names it.
pub fn expect_plain(found: &Metadata) -> io::Result<()> {
    if found.is_file() {
        return Ok(());
    }
    let kind = if found.is_dir() { ErrorKind::IsADirectory } else { ErrorKind::InvalidInput };
    Err(io::Error::new(kind, format!("expected a plain file, found {}", name(found.file_type()))))
}

#[cfg(unix)]
fn name(found: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;

    if found.is_dir() {
        "a folder"
    } else if found.is_fifo() {
        "a named pipe"
    } else if found.is_socket() {
        "a socket"
    } else {
        "a device"
    }
}

#[cfg(not(unix))]
fn name(found: FileType) -> &'static str {
    if found.is_dir() { "a folder" } else { "a device" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_has_a_limit() {
        let path = std::env::temp_dir().join(format!("rustgomo-limit-{}", std::process::id()));
        fs::write(&path, "12345").unwrap();
        let no_folder = create_folder(&path).unwrap_err().to_string();
        assert_eq!(no_folder, "expected a folder, found a file");
        assert_eq!(read(&path, 5).unwrap(), b"12345");
        assert_eq!(read_start(&path, 2).unwrap().unwrap(), b"12");
        let refused = read_text(&path, 4).unwrap_err().to_string();
        assert_eq!(refused, "expected a file of at most 4 bytes, found a larger one");
        fs::remove_file(&path).unwrap();
        assert!(read_start(&path, 2).unwrap().is_none());
        assert_eq!(read(&path, 5).unwrap_err().kind(), ErrorKind::NotFound);
    }

    #[cfg(unix)]
    #[test]
    fn pipes_devices_and_folders_are_refused_at_once() {
        let pipe = std::env::temp_dir().join(format!("rustgomo-pipe-{}", std::process::id()));
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for (path, kind) in [
            (pipe.as_path(), "a named pipe"),
            (Path::new("/dev/zero"), "a device"),
            (Path::new("/"), "a folder"),
        ] {
            let refused = read(path, 10).unwrap_err().to_string();
            assert_eq!(refused, format!("expected a plain file, found {kind}"));
            assert!(open_with(path, OpenOptions::new().write(true).create(true)).is_err());
        }
        fs::remove_file(pipe).unwrap();
    }
}
