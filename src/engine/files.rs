//! The files that an engine works with: those of the transposition table, and the database.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::worker::Order;
use super::{Engine, EngineError, EngineEvent, TableFile};
use crate::database::{Database, Exchange};
use crate::files::FileAccess;

impl Engine {
    /// Confines the requests that name a file; in the beginning they may name all.
    pub fn set_file_access(&mut self, access: FileAccess) {
        self.file_access = access;
    }

    /// The file that a request means by a name.
    ///
    /// # Errors
    /// [`EngineError::Files`] if it may not use this file.
    pub fn file_path(&self, name: &Path) -> Result<PathBuf, EngineError> {
        Ok(self.file_access.resolve(name)?)
    }

    /// Writes what was learned to a file, or replaces it by what is in one. The answer is [`EngineEvent::Table`](super::EngineEvent::Table);
    /// searches that are asked for meanwhile begin behind it. Thinking on the opponent's time ends.
    ///
    /// # Errors
    /// [`EngineError::Files`] if it may not use this file.
    pub fn use_table_file(&mut self, file: TableFile) -> Result<(), EngineError> {
        let file = match file {
            TableFile::Save(name) => TableFile::Save(self.file_path(&name)?),
            TableFile::Load(name) => TableFile::Load(self.file_path(&name)?),
        };
        self.stop_pondering();
        self.table_files.push_back(file.clone());
        self.worker.send(Order::File(file, Arc::clone(&self.cancel_saves)));
        Ok(())
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
        self.cancel_saves.store(true, Ordering::Relaxed);
    }

    /// Searches with what this database says of root moves; none, as in the beginning, for searches of their own. The
    /// database from before is closed, also one that is being opened or checked.
    pub fn set_database(&mut self, database: Option<Database>) {
        self.database_thread.disown();
        self.probe.database = database.map(Arc::new);
        self.launch_held();
    }

    /// Closes the database and opens this one, beside everything else. The answer is [`EngineEvent::Database`](super::EngineEvent::Database);
    /// a move that is asked for meanwhile is searched behind it, with what the database says, unless its time is over before.
    ///
    /// # Errors
    /// [`EngineError::DatabaseBusy`] if work on the database is not over, [`EngineError::Files`], [`EngineError::Thread`].
    pub fn open_database(&mut self, name: &Path) -> Result<(), EngineError> {
        self.expect_idle_database()?;
        let path = self.file_path(name)?;
        self.probe.database = None;
        self.database_thread.open(path, self.sink.clone())
    }

    /// Checks the whole file of the database, beside everything else. The answer and moves that are asked for meanwhile are as in
    /// [`open_database`](Self::open_database); a search that is running already writes nothing into the database meanwhile.
    ///
    /// # Errors
    /// [`EngineError::NoDatabase`], [`EngineError::DatabaseBusy`] if work on the database is not over, [`EngineError::Thread`],
    /// which closes the database.
    pub fn check_database(&mut self) -> Result<(), EngineError> {
        self.expect_idle_database()?;
        let database = self.probe.database.take().ok_or(EngineError::NoDatabase)?;
        self.database_thread.check(database, self.sink.clone())
    }

    fn expect_idle_database(&self) -> Result<(), EngineError> {
        if self.database_thread.is_busy() { Err(EngineError::DatabaseBusy) } else { Ok(()) }
    }

    /// Takes the database away, for somebody else; none while work on it is not over or findings are not in it.
    pub fn take_database(&mut self) -> Option<Database> {
        let is_busy = self.is_database_busy();
        self.probe.database.take_if(|_| !is_busy).and_then(Arc::into_inner)
    }

    /// The database that searches look into; none while one is being opened or checked.
    pub fn database(&self) -> Option<&Database> {
        self.probe.database.as_deref()
    }

    /// Exchanges entries of the database with a file, beside everything else: searches look into the database meanwhile. The
    /// answer is [`EngineEvent::Database`](super::EngineEvent::Database). What was read is on the disk in steps of some thousand entries, and
    /// an end of the process at any moment loses the step at hand only.
    ///
    /// # Errors
    /// [`EngineError::NoDatabase`], [`EngineError::DatabaseBusy`] if work on the database is not over, [`EngineError::Files`],
    /// [`EngineError::Thread`].
    pub fn exchange(&mut self, exchange: Exchange, name: &Path) -> Result<(), EngineError> {
        self.expect_idle_database()?;
        let path = self.file_path(name)?;
        let database = self.probe.database.as_ref().ok_or(EngineError::NoDatabase)?;
        self.database_thread.exchange(exchange, path, Arc::clone(database), self.sink.clone())
    }

    /// Whether work on the database is not over: opening, a check or an exchange, or findings on their way into it.
    pub const fn is_database_busy(&self) -> bool {
        self.database_thread.is_busy() || self.is_recording()
    }

    /// Whether something that a search found out is on its way into the database.
    pub const fn is_recording(&self) -> bool {
        self.database_thread.unrecorded() > 0
    }

    /// Whether an exchange is not over.
    pub fn is_exchanging(&self) -> bool {
        self.database_thread.is_exchanging()
    }

    /// Breaks an exchange off; its answer comes all the same. What was read stays, what was to be written is not there.
    pub fn stop_exchange(&self) {
        self.database_thread.stop();
    }

    /// Whether finished searches are written into the database; not in the beginning. They are written behind the answer, and
    /// [`EngineEvent::Recorded`](super::EngineEvent::Recorded) tells when all are on the disk.
    pub const fn set_recording(&mut self, is_recording: bool) {
        self.probe.is_recording = is_recording;
    }

    /// Has what the last search found out written into the database.
    pub(super) fn record_findings(&mut self) {
        let Some(findings) = self.probe.take_findings() else { return };
        if let Err(error) = self.database_thread.record(findings, self.sink.clone()) {
            // The answer counts.
            self.warn(error.to_string());
        }
    }

    /// Takes in that something which a search found out was written, or was not.
    pub(super) fn recorded(&mut self, outcome: Result<(), String>) -> Option<EngineEvent> {
        self.database_thread.recorded();
        if let Err(error) = outcome {
            self.warn(format!("what a search found is not in the database: {error}"));
        }
        (!self.is_recording()).then_some(EngineEvent::Recorded)
    }
}
