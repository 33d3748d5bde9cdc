//! Files that are replaced in one step.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// What the name of a file in the making ends with.
const UNFINISHED: &str = ".new";

/// Writes a file beside its place and then moves it there: an end at any moment leaves the old one or the new one. What is no
/// plain file, such as a pipe, is written in place.
///
/// # Errors
/// That of `write`, or if the system refuses; the old file is then as it was, and nothing is left beside it.
pub fn write_whole<T, E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> Result<T, E>,
) -> Result<T, E> {
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return fill(path, write).map(|(result, _)| result);
    }
    let mut name = OsString::from(path);
    name.push(UNFINISHED);
    let unfinished = Path::new(&name);
    let written = fill(unfinished, write).and_then(|(result, file)| {
        file.sync_all()?;
        fs::rename(unfinished, path)?;
        Ok(result)
    });
    // What is not whole is of no use; that it cannot be removed matters less than why.
    written.inspect_err(|_| drop(fs::remove_file(unfinished)))
}

fn fill<T, E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> Result<T, E>,
) -> Result<(T, File), E> {
    let mut out = BufWriter::new(File::create(path)?);
    let result = write(&mut out)?;
    out.flush()?;
    Ok((result, out.into_inner().map_err(io::IntoInnerError::into_error)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_as_a_whole_or_not_at_all() {
        let folder = std::env::temp_dir().join(format!("rustgomo-whole-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("file");
        let write = |text: &str, is_fine: bool| {
            write_whole(&path, |out| {
                out.write_all(text.as_bytes())?;
                if is_fine { Ok(text.len()) } else { Err(io::Error::other("broken off")) }
            })
        };
        assert_eq!(write("one", true).unwrap(), 3);
        assert!(write("another", false).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"one");
        assert_eq!(write("two", true).unwrap(), 3);
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert!(write_whole(&folder, |_| Ok::<_, io::Error>(())).is_err(), "a folder");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(folder).unwrap();
    }
}
