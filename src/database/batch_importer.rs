//! Import of many entries in batches.

use super::{Database, DatabaseError, Entry, Interrupted, Key};

/// Entries in one durable batch.
const BATCH: usize = 10_000;

/// Merges entries into a database in durable batches.
pub(super) struct BatchImporter<'a> {
    into: &'a Database,
    interrupted: Interrupted<'a>,
    waiting: Vec<(Key, Entry)>,
    /// Entries written so far.
    done: usize,
}

impl<'a> BatchImporter<'a> {
    /// An importer without entries.
    pub(super) fn new(into: &'a Database, interrupted: Interrupted<'a>) -> Self {
        Self { into, interrupted, waiting: Vec::with_capacity(BATCH), done: 0 }
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
        match read {
            Ok(()) => self.finish()?,
            Err(DatabaseError::Text(fault)) => {
                self.finish()?;
                let taken = self.done;
                return Err(if taken == 0 {
                    fault.into()
                } else {
                    DatabaseError::Incomplete { taken, fault }
                });
            }
            Err(error @ DatabaseError::Stream(_)) => {
                self.finish()?;
                return Err(error);
            }
            Err(error) => return Err(error),
        }
        Ok(self.done)
    }

    /// Fails if the import is to be interrupted.
    pub(super) fn go_on(&self) -> Result<(), DatabaseError> {
        if (self.interrupted)() { Err(DatabaseError::Interrupted { done: self.done }) } else { Ok(()) }
    }
}
