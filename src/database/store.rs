//! The store.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use redb::{ReadableDatabase, ReadableTableMetadata, Table};

use super::backend::LockedFile;
use super::create::{FACTS, POSITIONS, VERSION, VERSION_FACT, create, open_store, replace_empty};
use super::error::{refusal, store};
use super::reader::find_in;
use super::{DatabaseError, Entry, Key, Lookup, Reader, codec, merged};

/// An exclusively locked database file.
///
/// # Examples
/// ```
/// use rustgomo::board::Board;
/// use rustgomo::database::{Database, Entry, Key, Label, Lookup};
/// use rustgomo::geometry::BoardSize;
/// use rustgomo::rules::Rule;
///
/// let path = std::env::temp_dir().join(format!("rustgomo-example-{}.db", std::process::id()));
/// let database = Database::open(&path)?;
/// let key = Key::of(&Board::new(BoardSize::new(15, 15)?), Rule::Renju);
/// let entry = Entry { label: Label::DRAW, ..Entry::default() };
/// database.write(|batch| batch.put(&key, &entry))?;
/// assert_eq!(database.reader()?.find(&key)?, Some(entry));
/// # drop(database);
/// # std::fs::remove_file(path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Database {
    store: redb::Database,
    path: PathBuf,
}

/// A transaction.
pub struct Batch<'a> {
    table: Table<'a, &'static [u8], &'static [u8]>,
    path: &'a Path,
}

impl Database {
    /// Opens a file, creating it if it is missing or empty, and repairing it after a crash.
    ///
    /// # Errors
    /// [`DatabaseError`] if the file is none of ours, is in use, or cannot be opened.
    pub fn open(path: &Path) -> Result<Self, DatabaseError> {
        match fs::metadata(path) {
            Ok(found) if found.is_file() && found.len() == 0 => replace_empty(path)?,
            Err(error) if error.kind() == ErrorKind::NotFound => create(path)?,
            // Opening tells what else is wrong.
            _ => {}
        }
        Self::resume(path)
    }

    /// Opens an existing file. A file that is no database stays unchanged, even if it is empty.
    ///
    /// # Errors
    /// [`DatabaseError`] if there is none, it is none of ours, is in use, or cannot be opened.
    pub fn open_existing(path: &Path) -> Result<Self, DatabaseError> {
        let found = fs::metadata(path).map_err(DatabaseError::file(path))?;
        if found.is_file() && found.len() == 0 {
            return Err(DatabaseError::foreign(path, "an empty file"));
        }
        Self::resume(path)
    }

    fn resume(path: &Path) -> Result<Self, DatabaseError> {
        let store = open_store(LockedFile::open(path)?, path, false)?;
        let database = Self { store, path: path.to_owned() };
        database.expect_version()?;
        Ok(database)
    }

    fn expect_version(&self) -> Result<(), DatabaseError> {
        let transaction = self.store.begin_read().map_err(store(&self.path))?;
        let facts = transaction.open_table(FACTS).map_err(|error| refusal(&self.path, error))?;
        let found = facts.get(VERSION_FACT).map_err(store(&self.path))?.map_or(0, |guard| guard.value());
        if found == VERSION {
            Ok(())
        } else {
            Err(DatabaseError::Version { path: self.path.clone(), expected: VERSION, found })
        }
    }

    /// A database in memory.
    #[cfg(test)]
    pub(super) const fn of_store(store: redb::Database, path: PathBuf) -> Self {
        Self { store, path }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Checks that a file is another one.
    ///
    /// # Errors
    /// [`DatabaseError::File`] if it is this database.
    pub fn expect_other(&self, path: &Path) -> Result<(), DatabaseError> {
        match [self.path(), path].map(Path::canonicalize) {
            [Ok(own), Ok(other)] if own == other => {
                Err(DatabaseError::file(path)(io::Error::other("this is the database itself")))
            }
            _ => Ok(()),
        }
    }

    /// Number of positions.
    ///
    /// # Errors
    /// [`DatabaseError`] if the store fails.
    pub fn len(&self) -> Result<u64, DatabaseError> {
        self.reader()?.table.len().map_err(store(&self.path))
    }

    /// Whether there is no position.
    ///
    /// # Errors
    /// [`DatabaseError`] if the store fails.
    pub fn is_empty(&self) -> Result<bool, DatabaseError> {
        Ok(self.len()? == 0)
    }

    /// A snapshot of the current entries.
    ///
    /// # Errors
    /// [`DatabaseError`] if the store fails.
    pub fn reader(&self) -> Result<Reader, DatabaseError> {
        let transaction = self.store.begin_read().map_err(store(&self.path))?;
        let table = transaction.open_table(POSITIONS).map_err(store(&self.path))?;
        Ok(Reader { table, path: self.path.clone() })
    }

    /// Runs a transaction. All changes are durable when this returns `Ok`, and none is applied otherwise.
    ///
    /// # Errors
    /// That of `work`, or [`DatabaseError`] if the store fails.
    pub fn write<T>(
        &self,
        work: impl FnOnce(&mut Batch<'_>) -> Result<T, DatabaseError>,
    ) -> Result<T, DatabaseError> {
        let transaction = self.store.begin_write().map_err(store(&self.path))?;
        let table = transaction.open_table(POSITIONS).map_err(store(&self.path))?;
        let mut batch = Batch { table, path: &self.path };
        let result = work(&mut batch)?;
        drop(batch);
        transaction.commit().map_err(store(&self.path))?;
        Ok(result)
    }

    /// Merges entries in one durable transaction.
    ///
    /// # Errors
    /// [`DatabaseError`] if the store fails.
    pub fn merge(&self, entries: &[(Key, Entry)]) -> Result<(), DatabaseError> {
        self.write(|batch| entries.iter().try_for_each(|(key, entry)| batch.merge(key, entry)))
    }

    /// Verifies the checksum of every page and decodes every entry. Returns the number of invalid entries.
    ///
    /// # Errors
    /// [`DatabaseError`] if the store is damaged or fails.
    pub fn check(&mut self) -> Result<usize, DatabaseError> {
        self.store.check_integrity().map_err(store(&self.path))?;
        let mut damaged = 0;
        self.reader()?.for_each_raw(&[], |key, bytes| {
            damaged += usize::from(key.position().is_none() || codec::unpack(bytes).is_none());
            Ok(())
        })?;
        Ok(damaged)
    }

    /// Compacts the file.
    ///
    /// # Errors
    /// [`DatabaseError`] if the store fails.
    pub fn compact(&mut self) -> Result<(), DatabaseError> {
        self.store.compact().map(|_| ()).map_err(store(&self.path))
    }
}

impl Lookup for Batch<'_> {
    fn find(&self, key: &Key) -> Result<Option<Entry>, DatabaseError> {
        find_in(&self.table, key, self.path)
    }
}

impl Batch<'_> {
    /// Sets the entry of a position.
    ///
    /// # Errors
    /// [`DatabaseError`] if the store fails.
    pub fn put(&mut self, key: &Key, entry: &Entry) -> Result<(), DatabaseError> {
        self.table.insert(key.as_bytes(), codec::pack(entry).as_slice()).map_err(store(self.path))?;
        Ok(())
    }

    /// Merges an entry with the one of the position, as [`merged`] does.
    ///
    /// # Errors
    /// [`DatabaseError`] if the store fails.
    pub fn merge(&mut self, key: &Key, entry: &Entry) -> Result<(), DatabaseError> {
        let old = self.find(key)?;
        self.put(key, &old.map_or_else(|| entry.clone(), |old| merged(&old, entry)))
    }

    /// Updates the entry of a position, from an empty one if there is none.
    ///
    /// # Errors
    /// [`DatabaseError`] if the store fails.
    pub fn edit(&mut self, key: &Key, change: impl FnOnce(&mut Entry)) -> Result<(), DatabaseError> {
        let mut entry = self.find(key)?.unwrap_or_default();
        change(&mut entry);
        self.put(key, &entry)
    }

    /// Deletes the entry of a position; returns whether there was one.
    ///
    /// # Errors
    /// [`DatabaseError`] if the store fails.
    pub fn remove(&mut self, key: &Key) -> Result<bool, DatabaseError> {
        Ok(self.table.remove(key.as_bytes()).map_err(store(self.path))?.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::database::Label;
    use crate::entries::put;
    use crate::geometry::{BoardSize, Color, Square};
    use crate::rules::Rule;

    fn temporary(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("rustgomo-store-{}-{name}", std::process::id()));
        drop(fs::remove_file(&path));
        path
    }

    fn key(x: u8) -> Key {
        let mut board = Board::new(BoardSize::default());
        put(&mut board, Some(Color::Black), Square::at(x, 0)).unwrap();
        Key::of(&board, Rule::Freestyle)
    }

    #[test]
    fn what_was_written_is_there_after_opening_again() {
        let path = temporary("again");
        let entry = Entry { label: Label::WIN, comment: "text".to_owned(), ..Entry::default() };
        let database = Database::open(&path).unwrap();
        assert!(matches!(Database::open(&path), Err(DatabaseError::InUse { .. })));
        database.write(|batch| batch.put(&key(1), &entry)).unwrap();
        let failed = database.write(|batch| {
            batch.put(&key(2), &entry)?;
            Err::<(), _>(DatabaseError::Damaged { path: path.clone(), bytes: 0 })
        });
        assert!(failed.is_err());
        drop(database);
        let mut database = Database::open(&path).unwrap();
        let reader = database.reader().unwrap();
        assert_eq!(reader.find(&key(1)).unwrap(), Some(entry));
        assert_eq!((reader.find(&key(2)).unwrap(), database.len().unwrap()), (None, 1));
        drop(reader);
        assert_eq!(database.check().unwrap(), 0);
        assert!(database.write(|batch| batch.remove(&key(1))).unwrap());
        assert!(database.is_empty().unwrap());
        drop(database);
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn damage_to_a_file_is_an_error_or_reported() {
        let path = temporary("damaged");
        let database = Database::open(&path).unwrap();
        for x in 0..15 {
            database.write(|batch| batch.put(&key(x), &Entry::default())).unwrap();
        }
        let kept = database.len().unwrap();
        drop(database);
        let whole = fs::read(&path).unwrap();
        let mut random = fastrand::Rng::with_seed(5);
        let mut noticed = 0;
        for round in 0..60 {
            let mut bytes = whole.clone();
            if round % 4 == 0 {
                bytes.truncate(random.usize(..bytes.len()));
            }
            for _ in 0..random.usize(1..40) {
                let place = random.usize(..bytes.len().max(1));
                bytes[place] = random.u8(..);
            }
            fs::write(&path, &bytes).unwrap();
            let Ok(mut database) = Database::open(&path) else {
                noticed += 1;
                continue;
            };
            let mut intact = 0;
            let read = database.reader().and_then(|reader| {
                reader.for_each(&[], |_, entry| {
                    intact += u64::from(entry == Entry::default());
                    Ok(())
                })
            });
            let reported = read.is_err() || database.check().map_or(true, |damaged| damaged > 0);
            // Damage that is not detected must not have changed an entry.
            assert!(reported || intact == kept, "round {round}: {intact} of {kept} entries");
            noticed += usize::from(reported);
        }
        assert!(noticed > 0, "no damage was noticed");
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn files_of_others_are_refused_and_left_alone() {
        let path = temporary("foreign");
        for content in [&b"not a database"[..], &[0; 100_000]] {
            fs::write(&path, content).unwrap();
            let refused = Database::open(&path).unwrap_err().to_string();
            let expected = format!("expected a database in {}, found another kind of file", path.display());
            assert_eq!(refused, expected);
            assert_eq!(fs::read(&path).unwrap(), content);
        }
        fs::remove_file(&path).unwrap();
        drop(redb::Database::create(&path).unwrap());
        let refused = Database::open(&path).unwrap_err().to_string();
        assert!(refused.ends_with("foreign, found a database of another program"), "{refused}");
        fs::remove_file(path).unwrap();
        // The name of the temporary file.
        let refused = Database::open(Path::new("/nowhere/at/all")).unwrap_err().to_string();
        assert!(refused.starts_with("cannot open or write /nowhere/at/all: "), "{refused}");
    }

    #[test]
    fn errors_of_the_store_name_the_file() {
        let path = temporary("named");
        let database = Database::open(&path).unwrap();
        let table = redb::TableDefinition::<&[u8], &[u8]>::new("positions");
        let transaction = database.store.begin_write().unwrap();
        transaction.open_table(table).unwrap().insert(key(1).as_bytes(), &[0xff_u8; 3][..]).unwrap();
        transaction.commit().unwrap();
        let error = database.reader().unwrap().find(&key(1)).unwrap_err().to_string();
        let name = path.display();
        assert_eq!(error, format!("{name}: expected an entry of a position, found 3 bytes that are none"));
        let failed = store(&path)(redb::Error::PreviousIo).to_string();
        assert!(failed.starts_with(&format!("{name}: the store failed: ")), "{failed}");
        drop(database);
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn an_empty_file_becomes_a_database_only_where_one_may_be_begun() {
        let path = temporary("empty");
        fs::write(&path, "").unwrap();
        let refused = Database::open_existing(&path).unwrap_err().to_string();
        assert_eq!(refused, format!("expected a database in {}, found an empty file", path.display()));
        assert_eq!(fs::read(&path).unwrap(), b"");
        assert!(Database::open(&path).unwrap().is_empty().unwrap());
        fs::remove_file(path).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn of_two_that_find_an_empty_file_one_begins_it_and_a_link_to_it_stays_one() {
        let (path, link) = (temporary("empty-for-two"), temporary("link-to-empty"));
        fs::write(&path, "").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        let late = LockedFile::open(&path).unwrap();
        assert!(matches!(Database::open(&path), Err(DatabaseError::InUse { .. })));
        drop(late);
        let late = fs::OpenOptions::new().read(true).write(true).open(&path).unwrap();
        drop(Database::open(&link).unwrap());
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink() && fs::metadata(&path).unwrap().len() > 0);
        assert!(!LockedFile::lock(late, &path).unwrap().is_at(&path).unwrap(), "another one is there");
        fs::remove_file(link).unwrap();
        fs::remove_file(path).unwrap();
    }
}
