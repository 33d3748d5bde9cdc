//! Atomic replacement of files.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::plain::expect_plain;

/// Suffix of temporary names, after a random number with this many digits.
const UNFINISHED: &str = ".new";
const DIGITS: usize = 16;
/// Maximum number of names to try.
const ATTEMPTS: usize = 16;
/// Bytes of a name that are part of temporary ones: file systems allow 255 in all.
const MAX_STEM: usize = 200;

/// Writes a temporary file and moves it into place, with the permissions of the old file: after a crash there
/// is the old or the new file. A symbolic link is replaced, not its target.
///
/// # Errors
/// The error of `write` or of the system, or if a file that is read-only or no plain one is there. The old file is
/// then unchanged, and the temporary one removed.
pub fn write_atomic<T, E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> Result<T, E>,
) -> Result<T, E> {
    let old = fs::metadata(path).ok();
    old.as_ref().map_or(Ok(()), expect_plain)?;
    let (unfinished, file) = create_beside(path)?;
    let written = (|| {
        #[cfg(unix)]
        if let Some(old) = &old {
            // Before it has content that others may not read.
            file.set_permissions(old.permissions())?;
        }
        let mut out = BufWriter::new(file);
        let result = write(&mut out)?;
        out.flush()?;
        out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        fs::rename(&unfinished, path)?;
        Ok(result)
    })();
    // The first error matters more than one of the removal.
    written.inspect_err(|_| drop(fs::remove_file(&unfinished)))
}

/// Creates a new file beside another one that it is to replace, with an unpredictable name. Existing files and
/// links are never opened.
///
/// # Errors
/// If the other one is read-only, or if the system refuses.
pub fn create_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    // The system asks only whether the folder may be written.
    if fs::metadata(path).is_ok_and(|old| old.permissions().readonly()) {
        let text = "expected a file that may be written, found one that is read-only";
        return Err(io::Error::new(ErrorKind::PermissionDenied, text));
    }
    let short = shortened(path);
    let mut random = fastrand::Rng::new();
    let mut last = io::Error::from(ErrorKind::AlreadyExists);
    for _ in 0..ATTEMPTS {
        let mut name = OsString::from(&*short);
        name.push(format!(".{:0DIGITS$x}{UNFINISHED}", random.u64(..)));
        match OpenOptions::new().read(true).write(true).create_new(true).open(&name) {
            Ok(file) => return Ok((name.into(), file)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => last = error,
            Err(error) => return Err(error),
        }
    }
    Err(last)
}

/// The path, without the end of a long name.
fn shortened(path: &Path) -> Cow<'_, Path> {
    let name = path.file_name().map_or(Cow::default(), OsStr::to_string_lossy);
    let end = name.char_indices().map(|(at, _)| at).find(|&at| at >= MAX_STEM);
    end.map_or(Cow::Borrowed(path), |end| path.with_file_name(&name[..end]).into())
}

/// Whether a process that was killed was writing this file.
pub fn is_unfinished(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let number =
        name.strip_suffix(UNFINISHED).and_then(|name| name.rsplit_once('.')).map(|(_, number)| number);
    number.is_some_and(|number| number.len() == DIGITS && number.bytes().all(|b| b.is_ascii_hexdigit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("rustgomo-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_file_is_replaced_as_a_whole_or_not_at_all() {
        let folder = folder("whole");
        let path = folder.join("file");
        let write = |text: &str, is_fine: bool| {
            write_atomic(&path, |out| {
                out.write_all(text.as_bytes())?;
                if is_fine { Ok(text.len()) } else { Err(io::Error::other("broken off")) }
            })
        };
        assert_eq!(write("one", true).unwrap(), 3);
        assert!(write("another", false).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"one");
        assert_eq!(write("two", true).unwrap(), 3);
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert!(write_atomic(&folder, |_| Ok::<_, io::Error>(())).is_err(), "a folder");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn names_of_files_in_the_making_differ() {
        let folder = folder("names");
        let path = folder.join("file");
        let names = [0; 4].map(|_| create_beside(&path).unwrap().0);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), names.len());
        assert!(names.iter().all(|name| is_unfinished(name)));
        for finished in [
            "file",
            "file.new",
            "file.0123456789abcdef",
            "file.0123456789abcde.new",
            "x.0123456789abcdeg.new",
        ] {
            assert!(!is_unfinished(Path::new(finished)), "{finished}");
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn names_may_be_as_long_as_the_system_allows() {
        let folder = folder("long");
        for name in ["n".repeat(255), "棋".repeat(80), format!("{}x", "棋".repeat(80))] {
            let path = folder.join(name);
            write_atomic(&path, |out| out.write_all(b"1")).unwrap();
            assert!(path.is_file() && is_unfinished(&create_beside(&path).unwrap().0));
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_file_that_is_read_only_is_not_replaced() {
        let folder = folder("kept");
        let path = folder.join("file");
        fs::write(&path, "old").unwrap();
        let writable = fs::metadata(&path).unwrap().permissions();
        let mut kept = writable.clone();
        kept.set_readonly(true);
        fs::set_permissions(&path, kept).unwrap();
        let refused = write_atomic(&path, |out| out.write_all(b"new")).unwrap_err().to_string();
        assert_eq!(refused, "expected a file that may be written, found one that is read-only");
        assert_eq!(
            (fs::read(&path).unwrap().as_slice(), fs::read_dir(&folder).unwrap().count()),
            (&b"old"[..], 1)
        );
        fs::set_permissions(&path, writable).unwrap();
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn permissions_are_kept_and_links_are_replaced() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let folder = folder("modes");
        let (path, target) = (folder.join("file"), folder.join("target"));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        write_atomic(&path, |out| {
            let inside = out.get_ref().metadata()?.permissions().mode() & 0o777;
            assert_eq!(inside, 0o600, "while it is written");
            out.write_all(b"new")
        })
        .unwrap();
        assert_eq!((fs::read(&path).unwrap().as_slice(), mode(&path)), (&b"new"[..], 0o600));
        fs::write(&target, "target").unwrap();
        fs::remove_file(&path).unwrap();
        symlink(&target, &path).unwrap();
        write_atomic(&path, |out| out.write_all(b"new")).unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"target");
        assert!(fs::symlink_metadata(&path).unwrap().is_file());
        fs::remove_dir_all(folder).unwrap();
    }
}
