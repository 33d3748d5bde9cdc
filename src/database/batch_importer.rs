//! Entries that come in by the million.

use super::{Database, DatabaseError, Entry, Interrupted, Key, Lookup, merged};

/// Entries that become durable in one step.
const BATCH: usize = 10_000;

/// Entries on their way into a database, merged with what is there.
pub(super) struct BatchImporter<'a> {
    into: &'a Database,
    interrupted: Interrupted<'a>,
    waiting: Vec<(Key, Entry)>,
    /// Entries that are on the disk.
    done: usize,
}

impl<'a> BatchImporter<'a> {
    /// Nothing yet.
    pub(super) fn new(into: &'a Database, interrupted: Interrupted<'a>) -> Self {
        Self { into, interrupted, waiting: Vec::with_capacity(BATCH), done: 0 }
    }

    /// Takes in an entry.
    pub(super) fn put(&mut self, key: Key, entry: Entry) -> Result<(), DatabaseError> {
        self.go_on()?;
        self.waiting.push((key, entry));
        if self.waiting.len() < BATCH { Ok(()) } else { self.finish() }
    }

    /// Puts all that was taken in on the disk.
    pub(super) fn finish(&mut self) -> Result<(), DatabaseError> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        self.into.write(|batch| {
            for (key, entry) in &self.waiting {
                self.go_on()?;
                let old = batch.find(key)?;
                batch.put(key, &old.map_or_else(|| entry.clone(), |old| merged(&old, entry)))?;
            }
            Ok(())
        })?;
        self.done += self.waiting.len();
        self.waiting.clear();
        Ok(())
    }

    /// Ends the work if it is to be broken off.
    pub(super) fn go_on(&self) -> Result<(), DatabaseError> {
        if (self.interrupted)() { Err(DatabaseError::Interrupted { done: self.done }) } else { Ok(()) }
    }
}
