//! The analysis database as the engine uses it: known scores of root moves, and the findings of searches.

use std::path::PathBuf;
use std::sync::Arc;

use super::database_thread::DatabaseThread;
use super::event::Sink;
use super::{EngineError, EngineEvent, Job};
use crate::board::Board;
use crate::database::{Database, Deletion, Entry, Exchange, Key, Label, children};
use crate::geometry::Square;
use crate::rules::is_forbidden;
use crate::search::{KnownMove, Progress};

/// The database, and the thread that works on it.
#[derive(Debug)]
pub struct DatabaseClient {
    database: Option<Arc<Database>>,
    thread: DatabaseThread,
    /// Whether the results of searches are written into the database.
    pub(super) is_recording: bool,
    /// Whether requests about the database wait for the end of its work.
    pub(super) has_requests: bool,
}

impl DatabaseClient {
    /// No database; events of the database thread go to `sink`.
    pub(super) const fn new(sink: Sink) -> Self {
        let thread = DatabaseThread::new(sink);
        Self { database: None, thread, is_recording: false, has_requests: false }
    }

    /// The database of the searches; `None` while one is being opened or checked.
    pub fn get(&self) -> Option<&Database> {
        self.database.as_deref()
    }

    /// Replaces the database, also one that is being opened or checked.
    pub(super) fn set(&mut self, database: Option<Database>) {
        self.thread.discard_result();
        self.database = database.map(Arc::new);
    }

    /// Takes the database away; `None` while it is in use.
    pub(super) fn take(&mut self) -> Option<Database> {
        let is_busy = self.is_busy();
        self.database.take_if(|_| !is_busy).and_then(Arc::into_inner)
    }

    pub(super) fn open(&mut self, path: PathBuf) -> Result<(), EngineError> {
        self.database = None;
        self.thread.open(path)
    }

    pub(super) fn check(&mut self) -> Result<(), EngineError> {
        self.thread.check(self.database.take().ok_or(EngineError::NoDatabase)?)
    }

    pub(super) fn exchange(&mut self, exchange: Exchange, path: PathBuf) -> Result<(), EngineError> {
        let database = self.database.as_ref().ok_or(EngineError::NoDatabase)?;
        self.thread.exchange(exchange, path, Arc::clone(database))
    }

    pub(super) fn delete(&mut self, deletion: Deletion) -> Result<(), EngineError> {
        self.thread.delete(deletion, Arc::clone(self.database.as_ref().ok_or(EngineError::NoDatabase)?))
    }

    /// Takes the opened or checked database over at the end of work.
    pub(super) fn work_ended(&mut self) {
        if let Some(database) = self.thread.ended() {
            self.database = Some(Arc::new(database));
        }
    }

    /// Fails while opening, a check or an exchange is in progress.
    pub(super) const fn expect_idle(&self) -> Result<(), EngineError> {
        if self.thread.is_busy() { Err(EngineError::DatabaseBusy) } else { Ok(()) }
    }

    /// Whether the database is being opened, checked, exchanged with a file or written, or loses positions.
    pub const fn is_busy(&self) -> bool {
        self.thread.is_busy() || self.unrecorded() > 0
    }

    /// Whether searches wait: for a database that is being opened or checked, for a deletion, and for earlier
    /// requests about it, unless these wait for an exchange, which can take minutes.
    pub(super) fn holds_searches(&self) -> bool {
        self.thread.brings_database()
            || self.is_deleting()
            || self.has_requests && !self.thread.is_exchanging()
    }

    /// Whether positions are being deleted.
    pub fn is_deleting(&self) -> bool {
        self.thread.is_deleting()
    }

    /// Whether an exchange is in progress.
    pub fn is_exchanging(&self) -> bool {
        self.thread.is_exchanging()
    }

    /// Interrupts an exchange or a deletion; its result still comes. What was imported stays, an export leaves
    /// no file, nothing is deleted.
    pub fn stop_work(&self) {
        self.thread.stop();
    }

    /// Whether findings of searches are not on the disk yet.
    pub const fn is_recording(&self) -> bool {
        self.unrecorded() > 0
    }

    /// Number of findings that are not on the disk yet.
    pub(super) const fn unrecorded(&self) -> usize {
        self.thread.unrecorded()
    }

    /// Adds the known moves and the exclusions of the database to a job's limits. A failing database counts
    /// as empty.
    pub(super) fn prepare(&self, Job { board, rule, limits, .. }: &mut Job) {
        let Some(database) = &self.database else { return };
        let Ok(found) = database.reader().and_then(|reader| children(&reader, board, *rule)) else { return };
        let excluded = excluded(board, &found);
        let is_left = |square| !limits.excluded.contains(&square) && !excluded.contains(&square);
        let is_legal = |square| !is_forbidden(board, *rule, board.side_to_move(), square);
        if board.empty().iter().any(|square| is_left(square) && is_legal(square)) {
            limits.excluded.extend(excluded);
        }
        limits.known = found.iter().filter_map(|(square, entry)| known(*square, entry)).collect();
    }

    /// Queues the writing of what a search of all moves found: the position and the best move's.
    pub(super) fn record(
        &mut self,
        Job { board, rule, limits, .. }: &Job,
        progress: &Progress,
    ) -> Result<(), EngineError> {
        let Some(database) = self.database.clone().filter(|_| self.is_recording) else { return Ok(()) };
        if !limits.excluded.is_empty() || !limits.blocked.is_empty() {
            return Ok(());
        }
        let mut entries = vec![(Key::of(board, *rule), Entry::searched(progress.score, progress.depth))];
        let mut next = board.clone();
        if let Some(&best) = progress.line.first()
            && next.play(best).is_ok()
        {
            let entry = Entry::searched(progress.score.after_move(), progress.depth.saturating_sub(1));
            entries.push((Key::of(&next, *rule), entry));
        }
        self.thread.record(move || database.merge(&entries))
    }

    /// Handles the event of written findings: the event to report once all are written, and a warning.
    pub(super) fn recorded(&mut self, outcome: Result<(), String>) -> (Option<EngineEvent>, Option<String>) {
        self.thread.recorded();
        let warning =
            outcome.err().map(|error| format!("what a search found is not in the database: {error}"));
        ((self.unrecorded() == 0).then_some(EngineEvent::Recorded), warning)
    }
}

/// The squares excluded by labels: those labelled as blocked, or all others if one is labelled as forced.
fn excluded(board: &Board, found: &[(Square, Entry)]) -> Vec<Square> {
    let marked =
        |label| move |&(square, ref entry): &(Square, Entry)| (entry.label == label).then_some(square);
    let forced: Vec<Square> = found.iter().filter_map(marked(Label::FORCED)).collect();
    if forced.is_empty() {
        return found.iter().filter_map(marked(Label::BLOCKED)).collect();
    }
    board.empty().iter().filter(|square| !forced.contains(square)).collect()
}

/// An entry as the score of the move that leads to it.
fn known(square: Square, entry: &Entry) -> Option<KnownMove> {
    let (score, depth) = entry.move_score()?;
    Some(KnownMove { square, score, depth })
}
