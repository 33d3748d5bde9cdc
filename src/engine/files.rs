//! The files that an engine works with: those of the transposition table, and the database.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::worker::Order;
use super::{Engine, EngineError, TableFile};
use crate::database::{Database, Exchange};

impl Engine {
    /// Writes what was learned to a file, or replaces it by what is in one. The answer is [`News::Table`](super::News::Table);
    /// searches that are asked for meanwhile begin behind it. Thinking on the opponent's time ends.
    pub fn use_table_file(&mut self, file: TableFile) {
        self.stop_pondering();
        self.table_files.push_back(file.clone());
        self.worker.send(Order::File(file, Arc::clone(&self.gives_files_up)));
    }

    /// Whether a file of the table is being written or read.
    pub fn is_using_table_file(&self) -> bool {
        !self.table_files.is_empty()
    }

    /// Whether a file of the table is being written or waits for that.
    pub fn is_saving_table(&self) -> bool {
        self.table_files.iter().any(|file| matches!(file, TableFile::Save(_)))
    }

    /// Gives up the files of the table that are being written, and all later ones: what was in them before is still there.
    pub fn give_table_files_up(&self) {
        // Relaxed: the flag stands alone, no other data is published through it.
        self.gives_files_up.store(true, Ordering::Relaxed);
    }

    /// Searches with what this database says of root moves; none, as in the beginning, for searches of their own. The
    /// database from before is closed.
    pub fn set_database(&mut self, database: Option<Database>) {
        self.recall.database = database.map(Arc::new);
    }

    /// Takes the database away, for somebody else; none during an exchange.
    pub fn take_database(&mut self) -> Option<Database> {
        self.recall.database.take_if(|_| !self.exchanges.is_running()).and_then(Arc::into_inner)
    }

    /// The database that searches look into.
    pub fn database(&self) -> Option<&Database> {
        self.recall.database.as_deref()
    }

    /// The same, for what needs it alone; none during an exchange.
    pub fn database_mut(&mut self) -> Option<&mut Database> {
        self.recall.database.as_mut().and_then(Arc::get_mut)
    }

    /// Exchanges entries of the database with a file, beside everything else: searches look into the database meanwhile. The
    /// answer is [`News::Exchange`](super::News::Exchange). What was read is on the disk in steps of some thousand entries, and
    /// an end of the process at any moment loses the step at hand only.
    ///
    /// # Errors
    /// [`EngineError::NoDatabase`], [`EngineError::Exchanging`] if the last one is not over, [`EngineError::Thread`].
    pub fn exchange(&mut self, exchange: Exchange, path: PathBuf) -> Result<(), EngineError> {
        let database = self.recall.database.as_ref().ok_or(EngineError::NoDatabase)?;
        if self.exchanges.is_running() {
            return Err(EngineError::Exchanging);
        }
        self.exchanges.begin(exchange, path, Arc::clone(database), self.sink.clone())
    }

    /// Whether an exchange is not over.
    pub const fn is_exchanging(&self) -> bool {
        self.exchanges.is_running()
    }

    /// Breaks an exchange off; its answer comes all the same. What was read stays, what was to be written is not there.
    pub fn stop_exchange(&self) {
        self.exchanges.stop();
    }

    /// Whether finished searches are written into the database; not in the beginning.
    pub const fn set_recording(&mut self, is_recording: bool) {
        self.recall.is_recording = is_recording;
    }
}
