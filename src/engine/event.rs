//! What the engine's threads report, what the engine makes of it, and why it refuses requests.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use thiserror::Error;

use super::{Answer, JobId};
use crate::board::BoardError;
use crate::database::{Deletion, Exchange};
use crate::files::AccessError;
use crate::search::{Progress, TimeBudget, Variation};

/// A report from one of the engine's threads.
#[derive(Clone, Debug)]
pub struct Event {
    /// The job it belongs to; none for [`ThreadEvent::Table`], [`ThreadEvent::Database`] and
    /// [`ThreadEvent::Recorded`].
    pub job: JobId,
    /// What happened.
    pub event: ThreadEvent,
}

/// What is done with a file of the transposition table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableFile {
    /// The table is written to it. If that fails, the file keeps its former content.
    Save(PathBuf),
    /// The table is replaced by the file's content. A damaged file changes nothing.
    Load(PathBuf),
}

/// The result of saving or loading the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableReport {
    /// The request.
    pub file: TableFile,
    /// The number of entries that were written or read, or what went wrong.
    pub outcome: Result<usize, String>,
}

/// Work on the database that can take minutes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DatabaseWork {
    /// A file is opened as the database.
    Open,
    /// The whole file of the database is checked.
    Check,
    /// Entries are exchanged with another file.
    Exchange(Box<Exchange>),
    /// Entries are deleted, all at once at the end.
    Delete(Box<Deletion>),
}

/// Numbers of positions that work on the database found or changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DatabaseTally {
    /// Positions that were exchanged, checked or deleted; 0 for opening.
    pub positions: u64,
    /// Positions that a check could not read.
    pub damaged: usize,
}

/// The result of work on the database.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DatabaseWorkReport {
    /// The request.
    pub work: DatabaseWork,
    /// The file: that of the database, or the other one of an exchange.
    pub path: PathBuf,
    /// The numbers of positions, or what went wrong.
    pub outcome: Result<DatabaseTally, String>,
}

/// An event of the search thread or the database thread.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ThreadEvent {
    /// An iteration is complete.
    Progress(Progress),
    /// One line of several has a new result: its rank from 0, and all lines, best first.
    Lines(usize, Vec<Variation>),
    /// Something failed; the text says what.
    Warning(String),
    /// The transposition table was saved or loaded, or could not be.
    Table(TableReport),
    /// The findings of a search are on the disk; or why not.
    Recorded(Result<(), String>),
    /// Work on the database ended.
    Database(Box<DatabaseWorkReport>),
    /// The job ended. `None` if the board has no free square.
    Done(Option<Answer>),
    /// The job ended without an answer: the best move so far is one.
    Failed,
}

/// What the engine reports to its caller.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EngineEvent {
    /// The search completed an iteration.
    Progress(Progress),
    /// One line of several has a new result; only for requests that search several: with lines,
    /// for an analysis, or with variety.
    Lines {
        /// Its rank, from 0.
        changed: usize,
        /// All lines, best first.
        lines: Vec<Variation>,
    },
    /// Something failed inside; an answer still comes.
    Warning(String),
    /// What the user should know about the engine's files.
    Notice(String),
    /// The request [`Engine::use_table_file`](super::Engine::use_table_file) is done.
    Table(TableReport),
    /// The request [`Engine::open_database`](super::Engine::open_database),
    /// [`Engine::check_database`](super::Engine::check_database),
    /// [`Engine::exchange`](super::Engine::exchange) or [`Engine::delete`](super::Engine::delete) is done, or
    /// was broken off.
    Database(Box<DatabaseWorkReport>),
    /// The findings of all searches are on the disk, or could not be written.
    Recorded,
    /// The answer to the last request to think. A move is on the engine's board already, unless it was only
    /// considered ([`Purpose::Consider`](super::Purpose)).
    Answer(Answer),
    /// There is no move to answer with.
    NoMove,
}

/// Where the engine's threads send their events.
#[derive(Clone)]
pub(super) struct Sink(Arc<Mutex<dyn FnMut(Event) + Send>>);

impl Sink {
    /// A sink that passes every event to `take`.
    pub(super) fn new(take: impl FnMut(Event) + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(take)))
    }

    /// Passes an event on.
    pub(super) fn send(&self, event: Event) {
        (*self.0.lock())(event);
    }
}

impl fmt::Debug for Sink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sink")
    }
}

/// Why the engine refuses a request. The game is then unchanged; a search that was running may have been
/// cancelled.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum EngineError {
    /// No board size was given yet.
    #[error("expected a board to be started first")]
    NoGame,
    /// Every square is taken.
    #[error("board full")]
    BoardFull,
    /// Every free square is excluded, or every one where the side to move may play.
    #[error("expected a free square that is not excluded")]
    AllExcluded,
    /// There is nothing to undo.
    #[error("expected a move to undo")]
    NoMoves,
    /// The move cannot be played.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// No stone stands on the square.
    #[error("expected a square with a stone")]
    NoStone,
    /// A Swap2 decision exists after 0, 3 and 5 stones only.
    #[error("expected 0, 3 or 5 stones, found {found}")]
    SwapStones {
        /// Stones that were given.
        found: usize,
    },
    /// There is no database to work on.
    #[error("expected a database to be in use")]
    NoDatabase,
    /// Other work on the database has not ended.
    #[error("expected the work on the database to be over")]
    DatabaseBusy,
    /// The disk is too slow for the searches.
    #[error("expected the database to keep up with the searches: what the last one found is not kept")]
    DatabaseSlow,
    /// The file may not be used.
    #[error(transparent)]
    Files(#[from] AccessError),
    /// The operating system gave no thread.
    #[error("expected to start a thread")]
    Thread(#[source] std::io::Error),
}

/// Margin growth below this is not reported: the clocks of busy machines are never exact.
const MIN_REPORTED_GROWTH: Duration = Duration::from_millis(5);

/// The times of an answer that came too late: they show whether the limits, the plan or the machine are to
/// blame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lateness {
    /// The time limit of the move as it was received, in milliseconds.
    pub turn_ms: Option<i64>,
    /// The time left in the game when the search began, in milliseconds.
    pub left_ms: Option<i64>,
    /// The budget of the search, from the start of the clock.
    pub budget: TimeBudget,
    /// The time it took.
    pub used: Duration,
    /// Whether the engine answered because the search had not.
    pub is_rescue: bool,
    /// How much the safety margin of the next moves grows.
    pub growth: Duration,
}

impl Lateness {
    /// Whether to report it.
    pub(super) fn is_reportable(&self) -> bool {
        self.is_rescue || self.growth >= MIN_REPORTED_GROWTH
    }
}

impl fmt::Display for Lateness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limit = |ms: Option<i64>| ms.map_or_else(|| "none".to_owned(), |ms| format!("{ms} ms"));
        let time = |time: Duration| {
            if time == Duration::MAX { "no limit".to_owned() } else { format!("{} ms", time.as_millis()) }
        };
        write!(
            f,
            "late: received a turn of {}, {} left; budgeted {}, at most {}; used {}",
            limit(self.turn_ms),
            limit(self.left_ms),
            time(self.budget.optimum),
            time(self.budget.maximum),
            time(self.used)
        )?;
        if self.is_rescue {
            write!(f, "; answered without the search")?;
        }
        if self.growth > Duration::ZERO {
            write!(f, "; the margin grows by {}", time(self.growth))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::clock::Instant;
    use std::sync::mpsc::Receiver;

    use super::*;
    use crate::engine::{Change, Engine};
    use crate::geometry::Square;

    /// An engine that received a request for a move `before` now.
    fn asked(before: Duration, turn_ms: i64) -> (Engine, Receiver<Event>) {
        let (mut engine, events) = Engine::with_events();
        engine.change(Change::TurnMs(turn_ms));
        engine.play(Square::at(7, 7)).unwrap();
        engine.think(Instant::now().checked_sub(before).unwrap()).unwrap();
        (engine, events)
    }

    fn text_of_answer(engine: &mut Engine, events: &Receiver<Event>) -> Option<String> {
        let answer = events.iter().find_map(|event| match engine.handle(event) {
            Some(EngineEvent::Answer(answer)) => Some(answer),
            _ => None,
        });
        assert!(answer.is_some());
        engine.take_lateness().map(|lateness| lateness.to_string())
    }

    #[test]
    fn a_rescue_tells_what_was_received_budgeted_and_used() {
        let (mut engine, _events) = asked(Duration::from_secs(2), 1_000);
        assert!(matches!(engine.rescue(), Some(EngineEvent::Answer(_))));
        let lateness = engine.take_lateness().unwrap();
        let (used, text) = (lateness.used, lateness.to_string());
        assert!(text.starts_with("late: received a turn of 1000 ms, none left; budgeted 9"), "{text}");
        let told = format!("; used {} ms; answered without the search", used.as_millis());
        assert!(used >= Duration::from_secs(2) && text.contains(&told), "{text}");
        assert_eq!(engine.take_lateness(), None, "it is told once");
    }

    #[test]
    fn a_delay_that_widens_the_margin_is_told_and_the_same_delay_only_once() {
        let long_ago = || Instant::now().checked_sub(Duration::from_secs(30)).unwrap();
        let (mut engine, events) = asked(Duration::from_secs(30), 1_000);
        assert_eq!(text_of_answer(&mut engine, &events), None, "an accident");
        engine.think(long_ago()).unwrap();
        let text = text_of_answer(&mut engine, &events).unwrap();
        assert!(text.ends_with("; the margin grows by 500 ms"), "{text}");
        assert!(!text.contains("without the search"), "{text}");
        engine.think(long_ago()).unwrap();
        assert_eq!(text_of_answer(&mut engine, &events), None);
    }

    #[test]
    fn an_answer_in_time_is_no_news() {
        let (mut engine, events) = asked(Duration::ZERO, i64::from(i32::MAX));
        engine.stop();
        assert_eq!(text_of_answer(&mut engine, &events), None);
    }
}
