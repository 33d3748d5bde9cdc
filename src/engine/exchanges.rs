//! Exchanges of the database with files, which can take minutes: on a thread of their own, so that the engine hears and
//! searches meanwhile.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::sink::Sink;
use super::{EngineError, Event, ExchangeReport, JobId, Occurrence};
use crate::database::{Database, Exchange};

/// A branch of a database is as deep as a game is long.
const STACK_BYTES: usize = 8 << 20;

/// The exchange that runs, if there is one.
#[derive(Debug, Default)]
pub(super) struct Exchanges {
    stop: Option<Arc<AtomicBool>>,
}

impl Exchanges {
    /// Whether one runs.
    pub(super) const fn is_running(&self) -> bool {
        self.stop.is_some()
    }

    /// Begins one. It ends with an event, once it no longer uses the database.
    pub(super) fn begin(
        &mut self,
        exchange: Exchange,
        path: PathBuf,
        database: Arc<Database>,
        sink: Sink,
    ) -> Result<(), EngineError> {
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let work = move || {
            let outcome = Err("the exchange failed".to_owned());
            let mut notice = Notice { sink, report: ExchangeReport { exchange, path, outcome } };
            // Dropped before the notice, also in a panic.
            let database = database;
            // Relaxed: the flag stands alone, no other data is published through it.
            let interrupted = || flag.load(Ordering::Relaxed);
            let ExchangeReport { exchange, path, .. } = &notice.report;
            let outcome = exchange.carry_out(&database, path, &interrupted);
            notice.report.outcome = outcome.map_err(|error| error.to_string());
        };
        let thread = thread::Builder::new().name("database".to_owned()).stack_size(STACK_BYTES);
        thread.spawn(work).map_err(EngineError::Thread)?;
        self.stop = Some(stop);
        Ok(())
    }

    /// Breaks it off at the next entry.
    pub(super) fn stop(&self) {
        if let Some(stop) = &self.stop {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Takes note of its event.
    pub(super) fn ended(&mut self) {
        self.stop = None;
    }
}

impl Drop for Exchanges {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Tells of the end of an exchange, however it comes.
struct Notice {
    sink: Sink,
    report: ExchangeReport,
}

impl Drop for Notice {
    fn drop(&mut self) {
        let occurrence = Occurrence::Exchange(Box::new(self.report.clone()));
        self.sink.send(Event { job: JobId::NONE, occurrence });
    }
}
