//! The database thread: opens, checks, imports, exports and deletes, and writes the findings of searches, one
//! task after the other, so that no move waits for the disk.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread;

use parking_lot::Mutex;

use super::event::Sink;
use super::{DatabaseTally, DatabaseWork, DatabaseWorkReport, EngineError, Event, JobId, ThreadEvent};
use crate::database::{Database, DatabaseError, Deletion, Exchange};
use crate::stop::StopHandle;

/// The error of work that panicked.
const FAILED: &str = "the work failed";
/// A branch of a database is as deep as a game is long.
const STACK_BYTES: usize = 8 << 20;

/// Maximum number of findings that wait for the disk, one for each move of a game.
const MAX_UNRECORDED: usize = 256;

/// A task of the thread.
type Task = Box<dyn FnOnce() + Send>;

/// The result of work, and the database that the engine gets.
type Yield = (Result<DatabaseTally, DatabaseError>, Option<Database>);

/// The thread, its current work, and the number of findings that are not on the disk yet.
#[derive(Debug)]
pub(super) struct DatabaseThread {
    sink: Sink,
    /// None before the first task.
    tasks: Option<Sender<Task>>,
    work: Option<Work>,
    unrecorded: usize,
}

#[derive(Debug)]
struct Work {
    kind: DatabaseWork,
    stop: StopHandle,
    /// The database that the engine gets.
    place: Arc<Mutex<Option<Database>>>,
    brings_database: bool,
}

impl DatabaseThread {
    /// No thread yet; it sends its events to `sink`.
    pub(super) const fn new(sink: Sink) -> Self {
        Self { sink, tasks: None, work: None, unrecorded: 0 }
    }

    /// Whether work is in progress.
    pub(super) const fn is_busy(&self) -> bool {
        self.work.is_some()
    }

    /// Whether it is an exchange with a file.
    pub(super) fn is_exchanging(&self) -> bool {
        self.work.as_ref().is_some_and(|work| matches!(work.kind, DatabaseWork::Exchange(_)))
    }

    /// Whether it is a deletion.
    pub(super) fn is_deleting(&self) -> bool {
        self.work.as_ref().is_some_and(|work| matches!(work.kind, DatabaseWork::Delete(_)))
    }

    /// Whether the work ends with a database for the engine.
    pub(super) fn brings_database(&self) -> bool {
        self.work.as_ref().is_some_and(|work| work.brings_database)
    }

    /// Opens a file. All work ends with an event.
    pub(super) fn open(&mut self, path: PathBuf) -> Result<(), EngineError> {
        self.begin(DatabaseWork::Open, path, |path, _| match Database::open(path) {
            Ok(database) => (Ok(DatabaseTally::default()), Some(database)),
            Err(error) => (Err(error), None),
        })
    }

    /// Checks a database, which cannot be used meanwhile.
    pub(super) fn check(&mut self, database: Arc<Database>) -> Result<(), EngineError> {
        let path = database.path().to_owned();
        self.begin(DatabaseWork::Check, path, move |_, _| {
            // All other users of the database are earlier tasks of this thread.
            let Some(mut database) = Arc::into_inner(database) else {
                return (Err(io::Error::from(io::ErrorKind::ResourceBusy).into()), None);
            };
            let checked = database.check().and_then(|damaged| Ok((damaged, database.len()?)));
            // A damaged database stays in use.
            (checked.map(|(damaged, positions)| DatabaseTally { positions, damaged }), Some(database))
        })
    }

    /// Exchanges entries with a file. The work no longer holds the database when its event is sent.
    pub(super) fn exchange(
        &mut self,
        exchange: Exchange,
        path: PathBuf,
        database: Arc<Database>,
    ) -> Result<(), EngineError> {
        self.begin(DatabaseWork::Exchange(Box::new(exchange.clone())), path, move |path, stop| {
            let count =
                exchange.expect_replaceable(path).and_then(|()| exchange.carry_out(&database, path, stop));
            (count.map(|count| DatabaseTally { positions: count as u64, damaged: 0 }), None)
        })
    }

    /// Deletes positions, in one transaction.
    pub(super) fn delete(&mut self, deletion: Deletion, database: Arc<Database>) -> Result<(), EngineError> {
        let path = database.path().to_owned();
        self.begin(DatabaseWork::Delete(Box::new(deletion.clone())), path, move |_, stop| {
            let count = database.write(|batch| deletion.carry_out(batch, stop));
            (count.map(|count| DatabaseTally { positions: count as u64, damaged: 0 }), None)
        })
    }

    fn begin(
        &mut self,
        kind: DatabaseWork,
        path: PathBuf,
        carry_out: impl FnOnce(&Path, &StopHandle) -> Yield + Send + 'static,
    ) -> Result<(), EngineError> {
        let stop = StopHandle::new();
        let place = Arc::new(Mutex::new(None));
        let (handle, left) = (stop.clone(), Arc::clone(&place));
        let brings_database = matches!(kind, DatabaseWork::Open | DatabaseWork::Check);
        let file = path.clone();
        let work = kind.clone();
        let report = move |outcome| {
            ThreadEvent::Database(Box::new(DatabaseWorkReport {
                work: work.clone(),
                path: path.clone(),
                outcome,
            }))
        };
        // Dropped after all that the work uses, also in a panic.
        let mut notice = Notice { sink: self.sink.clone(), event: report(Err(FAILED.to_owned())) };
        let work = move || {
            let (outcome, database) = carry_out(&file, &handle);
            notice.event = report(outcome.map_err(|error| error.unquoted()));
            *left.lock() = database;
            drop(notice);
        };
        self.queue(Box::new(work))?;
        self.work = Some(Work { kind, stop, place, brings_database });
        Ok(())
    }

    /// Queues the writing of findings. The event comes when they are on the disk.
    pub(super) fn record(
        &mut self,
        write: impl FnOnce() -> Result<(), DatabaseError> + Send + 'static,
    ) -> Result<(), EngineError> {
        if self.unrecorded >= MAX_UNRECORDED {
            return Err(EngineError::DatabaseSlow);
        }
        let event = ThreadEvent::Recorded(Err(FAILED.to_owned()));
        let mut notice = Notice { sink: self.sink.clone(), event };
        self.queue(Box::new(move || {
            notice.event = ThreadEvent::Recorded(write().map_err(|error| error.to_string()));
            drop(notice);
        }))?;
        self.unrecorded += 1;
        Ok(())
    }

    /// Findings that are not on the disk yet.
    pub(super) const fn unrecorded(&self) -> usize {
        self.unrecorded
    }

    /// Counts the event of findings.
    pub(super) const fn recorded(&mut self) {
        self.unrecorded = self.unrecorded.saturating_sub(1);
    }

    /// Queues a task; starts the thread for the first.
    fn queue(&mut self, task: Task) -> Result<(), EngineError> {
        if self.tasks.is_none() {
            let (tasks, inbox) = mpsc::channel::<Task>();
            let thread = thread::Builder::new().name("database".to_owned()).stack_size(STACK_BYTES);
            thread.spawn(move || inbox.into_iter().for_each(carry_out)).map_err(EngineError::Thread)?;
            self.tasks = Some(tasks);
        }
        if let Some(tasks) = &self.tasks {
            // The thread ends only when the sender is dropped, so sending cannot fail.
            let sent = tasks.send(task);
            debug_assert!(sent.is_ok());
        }
        Ok(())
    }

    /// Interrupts an exchange or a deletion at the next entry. Opening and checking cannot be interrupted.
    pub(super) fn stop(&self) {
        if let Some(work) = &self.work {
            work.stop.stop();
        }
    }

    /// Closes the database that is being opened or checked when that ends.
    pub(super) fn discard_result(&mut self) {
        if let Some(work) = &mut self.work {
            work.brings_database = false;
        }
    }

    /// Ends the work after its event; returns the database that the engine gets.
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

/// Carries out a task. The notice that the task drops reports a panic.
fn carry_out(task: Task) {
    drop(catch_unwind(AssertUnwindSafe(task)));
}

/// Reports the end of a task when dropped, also in a panic.
struct Notice {
    sink: Sink,
    event: ThreadEvent,
}

impl Drop for Notice {
    fn drop(&mut self) {
        self.sink.send(Event { job: JobId::NONE, event: self.event.clone() });
    }
}

#[cfg(test)]
mod tests {
    use crate::clock::Instant;
    use std::fmt::Write;
    use std::sync::mpsc::Receiver;

    use super::*;
    use crate::board::Board;
    use crate::database::gate::Gate;
    use crate::database::{Choice, Key, Lookup};
    use crate::engine::{Change, Engine, EngineEvent};
    use crate::geometry::BoardSize;
    use crate::rules::Rule;

    /// Several steps of an import.
    const IMPORTED: usize = 100_000;

    fn engine(gate: &Gate) -> (Engine, Receiver<Event>) {
        let (mut engine, events) = Engine::with_events();
        engine.change(Change::Depth(Some(2)));
        engine.set_recording(true);
        engine.set_database(Some(gate.database()));
        (engine, events)
    }

    fn next(
        engine: &mut Engine,
        events: &Receiver<Event>,
        is_it: impl Fn(&EngineEvent) -> bool,
    ) -> EngineEvent {
        events.iter().filter_map(|event| engine.handle(event)).find(is_it).unwrap()
    }

    /// Thinks, plays the answer, and gives the position that was thought about.
    fn think(engine: &mut Engine, events: &Receiver<Event>) -> Board {
        let board = engine.session().game().unwrap().board().clone();
        engine.think(Instant::now()).unwrap();
        next(engine, events, |event| matches!(event, EngineEvent::Answer(_)));
        board
    }

    fn is_known(engine: &Engine, board: &Board) -> bool {
        let reader = engine.database().get().unwrap().reader().unwrap();
        reader.find(&Key::of(board, Rule::Freestyle)).unwrap().is_some()
    }

    #[test]
    fn moves_come_while_a_finding_waits_for_the_disk_and_all_are_kept_in_the_end() {
        let gate = Gate::default();
        let (mut engine, events) = engine(&gate);
        gate.close();
        let first = think(&mut engine, &events);
        gate.wait_for_writer();
        // The disk does nothing; the next searches look into the database all the same.
        let boards = [first, think(&mut engine, &events), think(&mut engine, &events)];
        assert!(engine.database().is_recording() && !boards.iter().any(|board| is_known(&engine, board)));
        assert!(engine.take_database().is_none(), "it is in use");
        gate.open();
        next(&mut engine, &events, |event| *event == EngineEvent::Recorded);
        assert!(!engine.database().is_recording() && boards.iter().all(|board| is_known(&engine, board)));
    }

    #[test]
    fn moves_come_while_an_import_waits_for_the_disk() {
        let path = std::env::temp_dir().join(format!("rustgomo-import-{}", std::process::id()));
        let mut text = String::new();
        for index in 0..IMPORTED {
            let square = |n: usize| format!("{}{}", char::from(b'a' + (n % 15) as u8), n / 15 % 15 + 1);
            let (a, b) = (square(index % 225), square((index % 225 + 1 + index / 225 % 224) % 225));
            writeln!(text, "0,f-15-15-{a}-{b}-b,(none),0,3,exact,\"\"").unwrap();
        }
        std::fs::write(&path, text).unwrap();
        let gate = Gate::default();
        let (mut engine, events) = engine(&gate);
        gate.close();
        engine.exchange(Exchange::FromText, &path).unwrap();
        gate.wait_for_writer();
        let board = think(&mut engine, &events);
        assert!(engine.database().is_exchanging() && engine.database().is_recording());
        gate.open();
        let done = next(&mut engine, &events, |event| matches!(event, EngineEvent::Database(_)));
        let EngineEvent::Database(report) = done else { panic!("{done:?}") };
        assert_eq!(report.outcome, Ok(DatabaseTally { positions: IMPORTED as u64, damaged: 0 }));
        next(&mut engine, &events, |event| *event == EngineEvent::Recorded);
        assert!(is_known(&engine, &board));
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_deletion_waits_for_the_disk_in_the_background_and_a_search_waits_for_it() {
        let gate = Gate::default();
        let (mut engine, events) = engine(&gate);
        let board = think(&mut engine, &events);
        next(&mut engine, &events, |event| *event == EngineEvent::Recorded);
        let deletion = Deletion { board, rule: Rule::Freestyle, choice: Choice::All, is_recursive: false };
        gate.close();
        engine.delete(deletion.clone()).unwrap();
        gate.wait_for_writer();
        assert!(matches!(engine.delete(deletion.clone()), Err(EngineError::DatabaseBusy)));
        engine.think(Instant::now()).unwrap();
        gate.open();
        let first = events.iter().find_map(|event| engine.handle(event)).unwrap();
        let EngineEvent::Database(report) = first else { panic!("{first:?}") };
        assert_eq!(report.work, DatabaseWork::Delete(Box::new(deletion)));
        assert_eq!(report.outcome, Ok(DatabaseTally { positions: 1, damaged: 0 }));
        next(&mut engine, &events, |event| matches!(event, EngineEvent::Answer(_)));
    }

    #[test]
    fn findings_that_wait_are_bounded() {
        let gate = Gate::default();
        let (mut engine, events) = engine(&gate);
        engine.change(Change::Depth(Some(1)));
        gate.close();
        for _ in 0..=MAX_UNRECORDED {
            engine.start(BoardSize::default());
            think(&mut engine, &events);
        }
        assert_eq!(engine.database.unrecorded(), MAX_UNRECORDED);
        assert!(engine.take_notices().iter().any(|text| text.contains("keep up")));
        gate.open();
        next(&mut engine, &events, |event| *event == EngineEvent::Recorded);
    }

    #[test]
    fn a_panic_is_told_and_the_next_work_is_done() {
        let (sender, events) = mpsc::channel();
        let sink = Sink::new(move |event| drop(sender.send(event)));
        let mut thread = DatabaseThread::new(sink);
        thread.begin(DatabaseWork::Check, "x".into(), |_, _| panic!("a failing task")).unwrap();
        let ThreadEvent::Database(report) = events.recv().unwrap().event else { panic!("no report") };
        assert_eq!(report.outcome, Err(FAILED.to_owned()));
        assert!(thread.ended().is_none());
        thread.begin(DatabaseWork::Check, "y".into(), |_, _| (Ok(DatabaseTally::default()), None)).unwrap();
        let ThreadEvent::Database(report) = events.recv().unwrap().event else { panic!("no report") };
        assert_eq!(report.outcome, Ok(DatabaseTally::default()));
    }
}
