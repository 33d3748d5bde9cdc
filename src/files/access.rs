//! The files that a manager may name.

use std::io;
use std::path::{Component, Path, PathBuf};

use thiserror::Error;

/// The files that commands may read and write.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum FileAccess {
    /// All files.
    #[default]
    Anywhere,
    /// No files.
    Nowhere,
    /// Files in this folder and below; made by [`FileAccess::within`].
    Within(PathBuf),
}

/// Why a command may not use a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum AccessError {
    /// No file may be used.
    #[error("expected a command without a file: the brain was started with --no-files")]
    NoFiles,
    /// This file may not be used.
    #[error("expected a file in the folder that --files names, and the folder of the file to be there")]
    Outside,
}

impl FileAccess {
    /// Access to a folder and all below it.
    ///
    /// # Errors
    /// If there is no such folder.
    pub fn within(folder: &Path) -> io::Result<Self> {
        let folder = folder.canonicalize()?;
        if folder.is_dir() { Ok(Self::Within(folder)) } else { Err(io::ErrorKind::NotADirectory.into()) }
    }

    /// The path of a file that a command names, relative to the folder of [`FileAccess::Within`]. Links are
    /// followed before the check.
    ///
    /// # Errors
    /// [`AccessError`] if the command may not use it.
    pub fn resolve(&self, name: &Path) -> Result<PathBuf, AccessError> {
        match self {
            Self::Anywhere => Ok(name.to_owned()),
            Self::Nowhere => Err(AccessError::NoFiles),
            Self::Within(folder) => inside(folder, name).ok_or(AccessError::Outside),
        }
    }
}

fn inside(folder: &Path, name: &Path) -> Option<PathBuf> {
    if name.components().any(|part| part == Component::ParentDir) {
        return None;
    }
    let path = folder.join(name);
    // A new file is checked by its folder; a dangling link is refused.
    let path = match path.symlink_metadata() {
        Ok(_) => path.canonicalize().ok()?,
        Err(_) => path.parent()?.canonicalize().ok()?.join(path.file_name()?),
    };
    (path.starts_with(folder) && path != folder).then_some(path)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn names_stay_in_the_folder() {
        let root = std::env::temp_dir().join(format!("rustgomo-access-{}", std::process::id()));
        let folder = root.join("open");
        fs::create_dir_all(folder.join("deep")).unwrap();
        fs::write(root.join("secret"), "s").unwrap();
        fs::write(folder.join("here"), "h").unwrap();
        let access = FileAccess::within(&folder).unwrap();
        let home = folder.canonicalize().unwrap();
        let resolve = |name: &str| access.resolve(Path::new(name));
        for name in ["here", "new", "./deep/new"] {
            assert_eq!(resolve(name), Ok(home.join(name.trim_start_matches("./"))), "{name}");
        }
        let absolute = home.join("new");
        assert_eq!(access.resolve(&absolute), Ok(absolute));
        for name in ["../secret", "deep/../../secret", "deep/../here", "/etc/passwd", "none/new", "", "."] {
            assert_eq!(resolve(name), Err(AccessError::Outside), "{name}");
        }
        #[cfg(unix)]
        for (link, target) in [("out", root.join("secret")), ("up", root.clone()), ("lost", root.join("no"))]
        {
            std::os::unix::fs::symlink(target, folder.join(link)).unwrap();
            assert_eq!(resolve(link), Err(AccessError::Outside), "{link}");
            assert_eq!(resolve(&format!("{link}/secret")), Err(AccessError::Outside), "{link}");
        }
        fs::remove_dir_all(&root).unwrap();
        assert!(FileAccess::within(&folder).is_err());
        assert_eq!(FileAccess::Nowhere.resolve(Path::new("here")), Err(AccessError::NoFiles));
        assert_eq!(FileAccess::Anywhere.resolve(Path::new("../x")), Ok("../x".into()));
    }
}
