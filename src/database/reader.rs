//! Reading of entries.

use std::path::{Path, PathBuf};

use redb::{ReadOnlyTable, ReadableTable};

use super::error::store;
use super::{DatabaseError, Entry, Key, codec};

/// A source of entries.
pub trait Lookup {
    /// The entry of a position.
    ///
    /// # Errors
    /// [`DatabaseError`] if the store fails or the entry is damaged.
    fn find(&self, key: &Key) -> Result<Option<Entry>, DatabaseError>;
}

/// A snapshot of the entries.
pub struct Reader {
    pub(super) table: ReadOnlyTable<&'static [u8], &'static [u8]>,
    pub(super) path: PathBuf,
}

/// The entry of a position in a table of the file at `path`.
pub(super) fn find_in(
    table: &impl ReadableTable<&'static [u8], &'static [u8]>,
    key: &Key,
    path: &Path,
) -> Result<Option<Entry>, DatabaseError> {
    let found = table.get(key.as_bytes()).map_err(store(path))?;
    found.map(|guard| decoded(guard.value(), path)).transpose()
}

fn decoded(bytes: &[u8], path: &Path) -> Result<Entry, DatabaseError> {
    codec::unpack(bytes).ok_or_else(|| DatabaseError::Damaged { path: path.to_owned(), bytes: bytes.len() })
}

impl Lookup for Reader {
    fn find(&self, key: &Key) -> Result<Option<Entry>, DatabaseError> {
        find_in(&self.table, key, &self.path)
    }
}

impl Reader {
    /// Calls `show` for every position whose key has this prefix, in key order.
    ///
    /// # Errors
    /// The first of `show`, or [`DatabaseError`] if the store fails or an entry is damaged.
    pub fn for_each(
        &self,
        prefix: &[u8],
        mut show: impl FnMut(Key, Entry) -> Result<(), DatabaseError>,
    ) -> Result<(), DatabaseError> {
        self.for_each_raw(prefix, |key, bytes| show(key, decoded(bytes, &self.path)?))
    }

    pub(super) fn for_each_raw(
        &self,
        prefix: &[u8],
        mut show: impl FnMut(Key, &[u8]) -> Result<(), DatabaseError>,
    ) -> Result<(), DatabaseError> {
        for item in self.table.range(prefix..).map_err(store(&self.path))? {
            let (key, bytes) = item.map_err(store(&self.path))?;
            if !key.value().starts_with(prefix) {
                break;
            }
            show(Key::from_bytes(key.value()), bytes.value())?;
        }
        Ok(())
    }
}
