//! Kinds of files by their first bytes.

use std::io;
use std::path::Path;

use super::read_start;

/// Bytes that are read to recognise a kind.
const START_BYTES: u64 = 256;

/// A kind of file that the program writes at a manager's command, which may name any file.
#[derive(Clone, Copy, Debug)]
pub struct FileKind {
    /// Its name in errors.
    pub name: &'static str,
    /// Whether a file with these first bytes is of this kind.
    pub matches_header: fn(&[u8]) -> bool,
}

impl FileKind {
    /// Checks that a file of this kind may be written here: there is none, an empty one, or one of the same
    /// kind.
    ///
    /// # Errors
    /// If there is something else, or if the system refuses.
    pub fn expect_replaceable(&self, path: &Path) -> io::Result<()> {
        let start = read_start(path, START_BYTES)?.unwrap_or_default();
        if start.is_empty() || (self.matches_header)(&start) {
            return Ok(());
        }
        let text =
            format!("expected no file or {}, found a file of another kind, which is not replaced", self.name);
        Err(io::Error::new(io::ErrorKind::AlreadyExists, text))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn only_files_of_the_same_kind_are_replaced() {
        let path = std::env::temp_dir().join(format!("rustgomo-kind-{}", std::process::id()));
        let kind = FileKind { name: "a list", matches_header: |start| start.starts_with(b"list") };
        assert!(kind.expect_replaceable(&path).is_ok());
        for (content, is_fine) in [("", true), ("list of moves", true), ("lis", false), ("my letter", false)]
        {
            fs::write(&path, content).unwrap();
            assert_eq!(kind.expect_replaceable(&path).is_ok(), is_fine, "{content:?}");
        }
        let refused = kind.expect_replaceable(&path).unwrap_err().to_string();
        assert_eq!(
            refused,
            "expected no file or a list, found a file of another kind, which is not replaced"
        );
        fs::remove_file(&path).unwrap();
        assert!(kind.expect_replaceable(&std::env::temp_dir()).is_err());
    }
}
