//! A store for tests whose writes block while a gate is closed.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use parking_lot::{Condvar, Mutex};
use redb::StorageBackend;
use redb::backends::InMemoryBackend;

use super::{Database, create};

#[derive(Debug, Default)]
struct State {
    is_closed: bool,
    /// Waiting writers.
    waiting: usize,
}

/// A gate that every write must pass before it is durable.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gate(Arc<(Mutex<State>, Condvar)>);

impl Gate {
    /// Closes the gate.
    pub(crate) fn close(&self) {
        self.0.0.lock().is_closed = true;
    }

    /// Opens the gate.
    pub(crate) fn open(&self) {
        self.0.0.lock().is_closed = false;
        self.0.1.notify_all();
    }

    /// Waits until a write waits at the gate.
    pub(crate) fn wait_for_writer(&self) {
        let mut state = self.0.0.lock();
        while state.waiting == 0 {
            self.0.1.wait(&mut state);
        }
    }

    fn pass(&self) {
        let mut state = self.0.0.lock();
        state.waiting += 1;
        self.0.1.notify_all();
        while state.is_closed {
            self.0.1.wait(&mut state);
        }
        state.waiting -= 1;
    }

    /// A new database behind the gate.
    pub(crate) fn database(&self) -> Database {
        let disk = Disk { content: InMemoryBackend::new(), gate: self.clone() };
        create::in_memory(disk).map(|store| Database::of_store(store, PathBuf::from("memory"))).unwrap()
    }
}

#[derive(Debug)]
struct Disk {
    content: InMemoryBackend,
    gate: Gate,
}

impl StorageBackend for Disk {
    fn len(&self) -> io::Result<u64> {
        self.content.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.content.read(offset, out)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.content.set_len(len)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.gate.pass();
        self.content.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.gate.pass();
        self.content.write(offset, data)
    }
}
