//! The storage backend.
//!
//! redb's own file backend keeps its locked ranges in a hash map, whose random seed would add a DLL to the
//! Windows executables (`packaging/windows-dlls.txt`). This one locks the whole file. Reads and writes are
//! positioned, so that lookups of a search do not wait for a write.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

use redb::StorageBackend;

use super::DatabaseError;
use crate::files::open_with;

/// An exclusively locked file.
#[derive(Debug)]
pub(super) struct LockedFile {
    file: File,
}

impl LockedFile {
    /// Opens a file and locks it until it is closed or dropped, or the process ends.
    pub(super) fn open(path: &Path) -> Result<Self, DatabaseError> {
        let file = open_with(path, OpenOptions::new().read(true).write(true));
        Self::lock(file.map_err(DatabaseError::file(path))?, path)
    }

    /// Locks an open file.
    pub(super) fn lock(file: File, path: &Path) -> Result<Self, DatabaseError> {
        match file.try_lock() {
            Ok(()) => Ok(Self { file }),
            Err(TryLockError::WouldBlock) => Err(DatabaseError::InUse { path: path.to_owned() }),
            // Some file systems do not support locks.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                Ok(Self { file })
            }
            Err(TryLockError::Error(error)) => Err(DatabaseError::file(path)(error)),
        }
    }
}

impl LockedFile {
    /// Whether it is still the file of a path: another process may have put one in its place before it was
    /// locked. Where files have no numbers they cannot be replaced while they are open.
    pub(super) fn is_at(&self, path: &Path) -> io::Result<bool> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            let [own, there] = [self.file.metadata()?, std::fs::metadata(path)?];
            Ok((own.dev(), own.ino()) == (there.dev(), there.ino()))
        }
        #[cfg(not(unix))]
        {
            let _ = path;
            Ok(true)
        }
    }
}

impl StorageBackend for LockedFile {
    fn len(&self) -> Result<u64, io::Error> {
        Ok(self.file.metadata()?.len())
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> Result<(), io::Error> {
        place::read(&self.file, offset, out)
    }

    fn set_len(&self, len: u64) -> Result<(), io::Error> {
        self.file.set_len(len)
    }

    fn sync_data(&self) -> Result<(), io::Error> {
        self.file.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> Result<(), io::Error> {
        place::write(&self.file, offset, data)
    }

    /// Unlocks the file: readers of the closed database, or forked processes, may hold it for longer.
    fn close(&self) -> Result<(), io::Error> {
        match self.file.unlock() {
            Err(error) if error.kind() != io::ErrorKind::Unsupported => Err(error),
            _ => Ok(()),
        }
    }
}

#[cfg(unix)]
mod place {
    use std::fs::File;
    use std::io;
    use std::os::unix::fs::FileExt;

    pub(super) fn read(file: &File, offset: u64, out: &mut [u8]) -> io::Result<()> {
        file.read_exact_at(out, offset)
    }

    pub(super) fn write(file: &File, offset: u64, data: &[u8]) -> io::Result<()> {
        file.write_all_at(data, offset)
    }
}

#[cfg(windows)]
mod place {
    use std::fs::File;
    use std::io::{self, ErrorKind};
    use std::os::windows::fs::FileExt;

    pub(super) fn read(file: &File, mut offset: u64, mut out: &mut [u8]) -> io::Result<()> {
        while !out.is_empty() {
            match file.seek_read(out, offset) {
                Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
                Ok(count) => {
                    out = out.get_mut(count..).unwrap_or_default();
                    offset += count as u64;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    pub(super) fn write(file: &File, mut offset: u64, mut data: &[u8]) -> io::Result<()> {
        while !data.is_empty() {
            match file.seek_write(data, offset) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(count) => {
                    data = data.get(count..).unwrap_or_default();
                    offset += count as u64;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}
