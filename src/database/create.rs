//! Creation and opening of stores.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use redb::{StorageBackend, TableDefinition};

use super::DatabaseError;
use super::backend::LockedFile;
use super::error::{refusal, store};
use crate::files::create_beside;

pub(super) const POSITIONS: TableDefinition<&[u8], &[u8]> = TableDefinition::new("positions");
pub(super) const FACTS: TableDefinition<&str, u64> = TableDefinition::new("facts");
pub(super) const VERSION_FACT: &str = "version";
/// Version of keys and entries.
pub(super) const VERSION: u64 = 1;
/// Size of the page cache, bytes.
const CACHE_BYTES: usize = 64 << 20;

/// Creates an empty store at a path where there is no file.
pub(super) fn create(path: &Path) -> Result<(), DatabaseError> {
    create_and_move(path, |unfinished| move_to_free(unfinished, path))
}

/// Creates an empty store in place of an empty file, unless another process has done so.
pub(super) fn replace_empty(path: &Path) -> Result<(), DatabaseError> {
    // A link stays one.
    let path = &path.canonicalize().map_err(DatabaseError::file(path))?;
    let empty = LockedFile::open(path)?;
    let is_empty = empty.is_at(path).and_then(|is_it| Ok(is_it && empty.len()? == 0));
    if !is_empty.map_err(DatabaseError::file(path))? {
        return Ok(());
    }
    // Windows replaces no file that is open; there nobody else can write to the empty one before it is locked.
    let held = (!cfg!(windows)).then_some(empty);
    create_and_move(path, |unfinished| {
        fs::set_permissions(unfinished, fs::metadata(path)?.permissions())?;
        fs::rename(unfinished, path)
    })?;
    drop(held);
    Ok(())
}

/// Creates an empty store beside a path; `move_there` gives it the path.
fn create_and_move(
    path: &Path,
    move_there: impl FnOnce(&Path) -> io::Result<()>,
) -> Result<(), DatabaseError> {
    let failed = DatabaseError::file;
    // Written under a temporary name, since the store is not crash-safe before its first page is written.
    let (unfinished, file) = create_beside(path).map_err(failed(path))?;
    let created = LockedFile::lock(file, path)
        .and_then(|file| begin(file, path))
        .and_then(|()| move_there(&unfinished).map_err(failed(path)));
    // Best effort: the first error is the one to report.
    created.inspect_err(|_| drop(fs::remove_file(&unfinished)))?;
    // Make the new name durable before the first write is acknowledged; systems that cannot open folders do
    // so themselves.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let _ = fs::File::open(folder.unwrap_or(Path::new("."))).and_then(|folder| folder.sync_all());
    Ok(())
}

fn begin(file: LockedFile, path: &Path) -> Result<(), DatabaseError> {
    fill(&open_store(file, path, true)?, path)
}

/// A new store in memory.
#[cfg(test)]
pub(super) fn in_memory(backend: impl redb::StorageBackend) -> Result<redb::Database, DatabaseError> {
    let path = Path::new("");
    let empty = redb::Builder::new().create_with_backend(backend).map_err(store(path))?;
    fill(&empty, path).map(|()| empty)
}

fn fill(empty: &redb::Database, path: &Path) -> Result<(), DatabaseError> {
    let transaction = empty.begin_write().map_err(store(path))?;
    transaction.open_table(POSITIONS).map_err(store(path))?;
    transaction.open_table(FACTS).map_err(store(path))?.insert(VERSION_FACT, VERSION).map_err(store(path))?;
    transaction.commit().map_err(store(path))
}

/// Renames the file, unless another process has created a database there meanwhile.
fn move_to_free(unfinished: &Path, path: &Path) -> io::Result<()> {
    match fs::hard_link(unfinished, path) {
        Ok(()) => fs::remove_file(unfinished),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => fs::remove_file(unfinished),
        // Not every file system supports links.
        Err(_) => fs::rename(unfinished, path),
    }
}

/// Opens the store of a file.
pub(super) fn open_store(
    file: LockedFile,
    path: &Path,
    is_new: bool,
) -> Result<redb::Database, DatabaseError> {
    let mut builder = redb::Builder::new();
    // Rejects files modified by other programs, on which redb could panic later.
    builder.set_cache_size(CACHE_BYTES).set_check_integrity_on_open(!is_new);
    builder.create_with_backend(file).map_err(|error| refusal(path, error))
}
