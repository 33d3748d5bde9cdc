//! The analysis database as the engine uses it: known scores of root moves, and the findings of searches.

use std::path::PathBuf;
use std::sync::Arc;

use super::database_thread::DatabaseThread;
use super::event::Sink;
use super::{EngineError, EngineEvent, Job};
use crate::board::Board;
use crate::database::{
    Bound, Database, DatabaseError, Entry, Exchange, Key, Label, Lookup, children, merged,
};
use crate::eval::{MAX_PLY, Score};
use crate::geometry::Square;
use crate::rules::{Rule, is_forbidden};
use crate::search::{KnownMove, Progress};

/// The database, the thread that works on it, and the latest result of the running search, to be recorded.
#[derive(Debug)]
pub(super) struct DatabaseHandle {
    database: Option<Arc<Database>>,
    thread: DatabaseThread,
    /// Whether the results of searches are written into the database.
    is_recording: bool,
    latest: Option<(Board, Rule, Progress)>,
}

impl DatabaseHandle {
    /// No database; events of the database thread go to `sink`.
    pub(super) const fn new(sink: Sink) -> Self {
        Self { database: None, thread: DatabaseThread::new(sink), is_recording: false, latest: None }
    }

    pub(super) fn get(&self) -> Option<&Database> {
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

    /// Whether work is in progress or findings are not on the disk.
    pub(super) const fn is_busy(&self) -> bool {
        self.thread.is_busy() || self.unrecorded() > 0
    }

    /// Whether a database is being opened or checked, which searches wait for.
    pub(super) fn is_loading(&self) -> bool {
        self.thread.brings_database()
    }

    pub(super) fn is_exchanging(&self) -> bool {
        self.thread.is_exchanging()
    }

    pub(super) fn stop_exchange(&self) {
        self.thread.stop();
    }

    /// Number of findings that are not on the disk yet.
    pub(super) const fn unrecorded(&self) -> usize {
        self.thread.unrecorded()
    }

    pub(super) const fn set_recording(&mut self, is_recording: bool) {
        self.is_recording = is_recording;
    }

    /// Adds the known moves and the exclusions of the database to a job's limits. A failing database counts as empty.
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

    /// Stores the latest result of a search of all moves.
    pub(super) fn note(&mut self, Job { board, rule, limits, .. }: &Job, progress: &Progress) {
        let has_all_moves = limits.excluded.is_empty() && limits.blocked.is_empty();
        if self.is_recording && self.database.is_some() && has_all_moves {
            self.latest = Some((board.clone(), *rule, progress.clone()));
        }
    }

    /// Drops the latest result: its search was cancelled.
    pub(super) fn forget(&mut self) {
        self.latest = None;
    }

    /// Queues the writing of the latest result: the position and the best move's.
    pub(super) fn record(&mut self) -> Result<(), EngineError> {
        let Some((board, rule, progress)) = self.latest.take() else { return Ok(()) };
        let Some(database) = self.database.as_ref().map(Arc::clone) else { return Ok(()) };
        let mut entries = vec![(Key::of(&board, rule), Entry::searched(progress.score, progress.depth))];
        let mut next = board;
        if let Some(&best) = progress.line.first()
            && next.play(best).is_ok()
        {
            let entry = Entry::searched(after_move(progress.score), progress.depth.saturating_sub(1));
            entries.push((Key::of(&next, rule), entry));
        }
        self.thread.record(move || write(&database, &entries))
    }

    /// Handles the event of written findings: the event to report once all are written, and a warning.
    pub(super) fn recorded(&mut self, outcome: Result<(), String>) -> (Option<EngineEvent>, Option<String>) {
        self.thread.recorded();
        let warning =
            outcome.err().map(|error| format!("what a search found is not in the database: {error}"));
        ((self.unrecorded() == 0).then_some(EngineEvent::Recorded), warning)
    }
}

/// Merges entries into the database.
fn write(database: &Database, entries: &[(Key, Entry)]) -> Result<(), DatabaseError> {
    database.write(|batch| {
        for (key, entry) in entries {
            let old = batch.find(key)?;
            batch.put(key, &old.map_or_else(|| entry.clone(), |old| merged(&old, entry)))?;
        }
        Ok(())
    })
}

/// The score after the best move, for the opponent, who is then to move.
fn after_move(score: Score) -> Score {
    match (score.plies_to_win(), score.plies_to_loss()) {
        (Some(plies), _) => Score::loss_in(plies.saturating_sub(1)),
        (_, Some(plies)) => Score::win_in(plies.saturating_sub(1)),
        _ => -score,
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

/// An entry as the score of the move that leads to it. The entry's value is the opponent's; a result holds at every depth.
fn known(square: Square, entry: &Entry) -> Option<KnownMove> {
    let exact = (entry.bound == Bound::Exact).then_some(entry.value);
    let plies = |plies: Option<usize>| plies.map_or(MAX_PLY, |plies| plies + 1);
    let score = match (entry.label, exact) {
        (Label::WIN, value) => Score::win_in(plies(value.and_then(Score::plies_to_loss))),
        (Label::LOSS, value) => Score::loss_in(plies(value.and_then(Score::plies_to_win))),
        (Label::DRAW, _) => Score::ZERO,
        (_, Some(value)) => match (value.plies_to_loss(), value.plies_to_win()) {
            (Some(n), _) => Score::win_in(n + 1),
            (_, Some(n)) => Score::loss_in(n + 1),
            _ => -value,
        },
        (_, None) => return None,
    };
    let is_result = entry.label.is_result() || score.is_decided();
    let depth = if is_result { u32::MAX } else { u32::try_from(entry.depth).ok()? + 1 };
    Some(KnownMove { square, score, depth })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_turned_into_scores_of_who_moves_there() {
        let score = |entry: Entry| known(Square::at(7, 7), &entry).map(|known| (known.score, known.depth));
        assert_eq!(score(Entry::default()), None);
        assert_eq!(score(Entry::searched(Score::loss_in(4), 9)), Some((Score::win_in(5), u32::MAX)));
        assert_eq!(score(Entry::searched(Score::win_in(4), 9)), Some((Score::loss_in(5), u32::MAX)));
        assert_eq!(score(Entry::searched(Score::eval(30), 9)), Some((Score::eval(-30), 10)));
        let win = Entry { label: Label::WIN, ..Entry::default() };
        assert_eq!(score(win), Some((Score::win_in(MAX_PLY), u32::MAX)));
        let bound = Entry { bound: Bound::Lower, ..Entry::searched(Score::eval(30), 9) };
        assert_eq!(score(bound), None);
        assert_eq!(after_move(Score::win_in(5)), Score::loss_in(4));
        assert_eq!(after_move(Score::eval(5)), Score::eval(-5));
    }
}
