//! Work on the database that can take minutes: on a thread of its own, so that the engine hears and searches meanwhile.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use parking_lot::Mutex;

use super::sink::Sink;
use super::{DatabaseTally, DatabaseWork, DatabaseWorkReport, EngineError, Event, JobId, Occurrence};
use crate::database::{Database, DatabaseError, Exchange, Interrupted};

/// A branch of a database is as deep as a game is long.
const STACK_BYTES: usize = 8 << 20;

/// What came of work, and the database that the engine gets.
type Yield = (Result<DatabaseTally, DatabaseError>, Option<Database>);

/// The work that is being done, if there is any.
#[derive(Debug, Default)]
pub(super) struct DatabaseThread {
    work: Option<Work>,
}

#[derive(Debug)]
struct Work {
    stop: Arc<AtomicBool>,
    /// Where the work leaves the database that the engine gets.
    place: Arc<Mutex<Option<Database>>>,
    brings_database: bool,
    is_exchange: bool,
}

impl DatabaseThread {
    /// Whether work is being done.
    pub(super) const fn is_busy(&self) -> bool {
        self.work.is_some()
    }

    /// Whether it is an exchange with a file.
    pub(super) fn is_exchanging(&self) -> bool {
        self.work.as_ref().is_some_and(|work| work.is_exchange)
    }

    /// Whether the engine gets a database from it.
    pub(super) fn brings_database(&self) -> bool {
        self.work.as_ref().is_some_and(|work| work.brings_database)
    }

    /// Begins to open a file. Like all work this ends with an event.
    pub(super) fn open(&mut self, path: PathBuf, sink: Sink) -> Result<(), EngineError> {
        self.begin(DatabaseWork::Open, path, sink, |path, _| match Database::open(path) {
            Ok(database) => (Ok(DatabaseTally::default()), Some(database)),
            Err(error) => (Err(error), None),
        })
    }

    /// Begins to check a database, which nobody can use meanwhile.
    pub(super) fn check(&mut self, mut database: Database, sink: Sink) -> Result<(), EngineError> {
        let path = database.path().to_owned();
        self.begin(DatabaseWork::Check, path, sink, move |_, _| {
            let checked = database.check().and_then(|damaged| Ok((damaged, database.len()?)));
            // One that is damaged stays in use.
            (checked.map(|(damaged, positions)| DatabaseTally { positions, damaged }), Some(database))
        })
    }

    /// Begins an exchange. When its event comes it no longer uses the database.
    pub(super) fn exchange(
        &mut self,
        exchange: Exchange,
        path: PathBuf,
        database: Arc<Database>,
        sink: Sink,
    ) -> Result<(), EngineError> {
        self.begin(
            DatabaseWork::Exchange(Box::new(exchange.clone())),
            path,
            sink,
            move |path, interrupted| {
                let count = exchange
                    .expect_replaceable(path)
                    .and_then(|()| exchange.carry_out(&database, path, interrupted));
                (count.map(|count| DatabaseTally { positions: count as u64, damaged: 0 }), None)
            },
        )
    }

    fn begin(
        &mut self,
        work: DatabaseWork,
        path: PathBuf,
        sink: Sink,
        carry_out: impl FnOnce(&Path, Interrupted<'_>) -> Yield + Send + 'static,
    ) -> Result<(), EngineError> {
        let stop = Arc::new(AtomicBool::new(false));
        let place = Arc::new(Mutex::new(None));
        let (flag, left) = (Arc::clone(&stop), Arc::clone(&place));
        let is_exchange = matches!(work, DatabaseWork::Exchange(_));
        let work = move || {
            let outcome = Err("the work failed".to_owned());
            // Dropped after all that the work uses, also in a panic.
            let mut notice = Notice { sink, report: DatabaseWorkReport { work, path, outcome } };
            // Relaxed: the flag stands alone, no other data is published through it.
            let interrupted = || flag.load(Ordering::Relaxed);
            let (outcome, database) = carry_out(&notice.report.path, &interrupted);
            notice.report.outcome = outcome.map_err(|error| error.unquoted());
            *left.lock() = database;
        };
        let thread = thread::Builder::new().name("database".to_owned()).stack_size(STACK_BYTES);
        thread.spawn(work).map_err(EngineError::Thread)?;
        self.work = Some(Work { stop, place, brings_database: !is_exchange, is_exchange });
        Ok(())
    }

    /// Breaks an exchange off at the next entry. Opening and checking go on to their end.
    pub(super) fn stop(&self) {
        if let Some(work) = &self.work {
            work.stop.store(true, Ordering::Relaxed);
        }
    }

    /// The database that is to come is not wanted any more: it is closed when it comes.
    pub(super) fn disown(&mut self) {
        if let Some(work) = &mut self.work {
            work.brings_database = false;
        }
    }

    /// Takes note of the event of the work, and gives the database that the engine gets.
    pub(super) fn ended(&mut self) -> Option<Database> {
        let work = self.work.take()?;
        // After a panic there is none.
        work.place.lock().take().filter(|_| work.brings_database)
    }
}

impl Drop for DatabaseThread {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Tells of the end of work, however it comes.
struct Notice {
    sink: Sink,
    report: DatabaseWorkReport,
}

impl Drop for Notice {
    fn drop(&mut self) {
        let occurrence = Occurrence::Database(Box::new(self.report.clone()));
        self.sink.send(Event { job: JobId::NONE, occurrence });
    }
}
