//! The file under the store.
//!
//! The store's own file backend keeps the ranges that it locked in a hash map, whose random seed the Windows executables
//! shall not need (`packaging/windows-dlls.txt`). This one locks the file as a whole.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use parking_lot::Mutex;
use redb::StorageBackend;

use super::DatabaseError;

/// A file that this process alone may use.
#[derive(Debug)]
pub(super) struct LockedFile {
    file: Mutex<File>,
}

impl LockedFile {
    /// Opens a file, or creates it if `is_new`, and locks it until it is dropped or the process ends.
    pub(super) fn open(path: &Path, is_new: bool) -> Result<Self, DatabaseError> {
        let file = OpenOptions::new().read(true).write(true).create(is_new).truncate(false).open(path);
        let file = file.map_err(DatabaseError::file(path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(DatabaseError::InUse { path: path.to_owned() }),
            // Some file systems have no locks; the store works all the same.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(DatabaseError::file(path)(error)),
        }
        if is_new {
            file.set_len(0).map_err(DatabaseError::file(path))?;
        }
        Ok(Self { file: Mutex::new(file) })
    }
}

impl StorageBackend for LockedFile {
    fn len(&self) -> Result<u64, io::Error> {
        Ok(self.file.lock().metadata()?.len())
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> Result<(), io::Error> {
        let mut file = self.file.lock();
        file.seek(SeekFrom::Start(offset))?;
        file.read_exact(out)
    }

    fn set_len(&self, len: u64) -> Result<(), io::Error> {
        self.file.lock().set_len(len)
    }

    fn sync_data(&self) -> Result<(), io::Error> {
        self.file.lock().sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> Result<(), io::Error> {
        let mut file = self.file.lock();
        file.seek(SeekFrom::Start(offset))?;
        file.write_all(data)
    }
}
