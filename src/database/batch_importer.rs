//! Import of many entries in batches.

use super::error::go_on;
use super::{Database, DatabaseError, Entry, Key};
use crate::stop::StopHandle;

/// Entries in one durable batch.
const BATCH: usize = 10_000;

/// Merges entries into a database in durable batches.
pub(super) struct BatchImporter<'a> {
    into: &'a Database,
    stop: &'a StopHandle,
    waiting: Vec<(Key, Entry)>,
    /// Entries written so far.
    done: usize,
}

impl<'a> BatchImporter<'a> {
    /// An importer without entries.
    pub(super) fn new(into: &'a Database, stop: &'a StopHandle) -> Self {
        Self { into, stop, waiting: Vec::with_capacity(BATCH), done: 0 }
    }

    /// Adds an entry to the batch.
    pub(super) fn put(&mut self, key: Key, entry: Entry) -> Result<(), DatabaseError> {
        self.go_on()?;
        self.waiting.push((key, entry));
        if self.waiting.len() < BATCH { Ok(()) } else { self.finish() }
    }

    /// Writes the batch.
    pub(super) fn finish(&mut self) -> Result<(), DatabaseError> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        self.into.write(|batch| {
            for (key, entry) in &self.waiting {
                self.go_on()?;
                batch.merge(key, entry)?;
            }
            Ok(())
        })?;
        self.done += self.waiting.len();
        self.waiting.clear();
        Ok(())
    }

    /// Writes the last batch, also after a fault of the file, and returns the number of entries.
    pub(super) fn end(mut self, read: Result<(), DatabaseError>) -> Result<usize, DatabaseError> {
        if matches!(read, Ok(()) | Err(DatabaseError::Text(_) | DatabaseError::Stream(_))) {
            self.finish()?;
        }
        match read {
            Err(DatabaseError::Text(fault)) if self.done > 0 => {
                Err(DatabaseError::Incomplete { taken: self.done, fault })
            }
            read => read.map(|()| self.done),
        }
    }

    /// Fails if the import is to be interrupted.
    pub(super) fn go_on(&self) -> Result<(), DatabaseError> {
        go_on(self.stop, self.done)
    }
}
