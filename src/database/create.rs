//! How a store begins and is opened.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use redb::TableDefinition;

use super::DatabaseError;
use super::backend::LockedFile;
use super::error::{refusal, store};
use crate::files::create_beside;

pub(super) const POSITIONS: TableDefinition<&[u8], &[u8]> = TableDefinition::new("positions");
pub(super) const FACTS: TableDefinition<&str, u64> = TableDefinition::new("facts");
pub(super) const VERSION_FACT: &str = "version";
/// Version of keys and entries.
pub(super) const VERSION: u64 = 1;
/// Memory for pages of the file.
const CACHE_BYTES: usize = 64 << 20;

/// Puts an empty store in a place where nothing is, or an empty file.
pub(super) fn create(path: &Path, empty: Option<&fs::Metadata>) -> Result<(), DatabaseError> {
    let failed = DatabaseError::file;
    // The store is not crash-safe before its first page is written, so it begins under another name.
    let (unfinished, file) = create_beside(path).map_err(failed(path))?;
    let founded = LockedFile::lock(file, path).and_then(|file| begin(file, path)).and_then(|()| {
        let moved = match empty {
            Some(empty) => fs::set_permissions(&unfinished, empty.permissions())
                .and_then(|()| fs::rename(&unfinished, path)),
            None => move_to_free(&unfinished, path),
        };
        moved.map_err(failed(path))
    });
    // What was not moved is of no use; that it cannot be removed matters less than why.
    founded.inspect_err(|_| drop(fs::remove_file(&unfinished)))?;
    // The new name must be on the disk before the first write is acknowledged; systems that cannot open folders
    // see to that themselves.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let _ = fs::File::open(folder.unwrap_or(Path::new("."))).and_then(|folder| folder.sync_all());
    Ok(())
}

fn begin(file: LockedFile, path: &Path) -> Result<(), DatabaseError> {
    fill(&open_store(file, path, true)?)
}

/// A new store that is no file.
#[cfg(test)]
pub(super) fn in_memory(backend: impl redb::StorageBackend) -> Result<redb::Database, DatabaseError> {
    let empty = redb::Builder::new().create_with_backend(backend).map_err(store)?;
    fill(&empty).map(|()| empty)
}

fn fill(empty: &redb::Database) -> Result<(), DatabaseError> {
    let transaction = empty.begin_write().map_err(store)?;
    transaction.open_table(POSITIONS).map_err(store)?;
    transaction.open_table(FACTS).map_err(store)?.insert(VERSION_FACT, VERSION).map_err(store)?;
    transaction.commit().map_err(store)
}

/// Gives a file its name, unless another process has begun a database there meanwhile, which then stays.
fn move_to_free(unfinished: &Path, path: &Path) -> io::Result<()> {
    match fs::hard_link(unfinished, path) {
        Ok(()) => fs::remove_file(unfinished),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => fs::remove_file(unfinished),
        // Not every file system has links.
        Err(_) => fs::rename(unfinished, path),
    }
}

/// Opens the store in a file.
pub(super) fn open_store(
    file: LockedFile,
    path: &Path,
    is_new: bool,
) -> Result<redb::Database, DatabaseError> {
    let mut builder = redb::Builder::new();
    // A file that was changed by others is refused here; without the check redb can panic later.
    builder.set_cache_size(CACHE_BYTES).set_check_integrity_on_open(!is_new);
    builder.create_with_backend(file).map_err(|error| refusal(path, error))
}
