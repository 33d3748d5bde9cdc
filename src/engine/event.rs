//! What the engine's threads tell, and what the engine makes of it.

use std::path::PathBuf;

use super::{Answer, JobId};
use crate::database::Exchange;
use crate::search::{Progress, Variation};

/// A report from one of the engine's threads.
#[derive(Clone, Debug)]
pub struct Event {
    /// The job it belongs to; none for [`WorkerEvent::Table`], [`WorkerEvent::Database`] and [`WorkerEvent::Recorded`].
    pub job: JobId,
    /// What happened.
    pub event: WorkerEvent,
}

/// What is done with a file of the transposition table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableFile {
    /// What was learned is written to it. If that fails, what was in the file before is still there.
    Save(PathBuf),
    /// What was learned is replaced by what is in it. A file that is not whole changes nothing.
    Load(PathBuf),
}

/// How that went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableReport {
    /// What was asked for.
    pub file: TableFile,
    /// How many entries were written or read, or what is wrong.
    pub outcome: Result<usize, String>,
}

/// Work on the database that can take minutes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DatabaseWork {
    /// A file becomes the database.
    Open,
    /// The whole file of the database is checked.
    Check,
    /// Entries are exchanged with another file.
    Exchange(Box<Exchange>),
}

/// What work on the database found or did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DatabaseTally {
    /// Positions that were exchanged or checked; 0 for opening.
    pub positions: u64,
    /// How many of them a check could not read.
    pub damaged: usize,
}

/// How work on the database went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabaseWorkReport {
    /// What was asked for.
    pub work: DatabaseWork,
    /// The file: that of the database, or the other one of an exchange.
    pub path: PathBuf,
    /// How many positions it was about, or what is wrong.
    pub outcome: Result<DatabaseTally, String>,
}

/// What happened in a job.
#[derive(Clone, Debug)]
pub enum WorkerEvent {
    /// An iteration is complete.
    Progress(Progress),
    /// One of several lines is known better: its rank from 0, and all lines, the best first.
    Lines(usize, Vec<Variation>),
    /// The job failed and is answered with a plain move; the text says why.
    Warning(String),
    /// A file of the transposition table was written or read, or could not be.
    Table(TableReport),
    /// What a search found out is in the database, on the disk; or why it is not.
    Recorded(Result<(), String>),
    /// Work on the database is over.
    Database(Box<DatabaseWorkReport>),
    /// The job is over. `None` if the board has no free square.
    Done(Option<Answer>),
}

/// What the engine reports to its user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineEvent {
    /// The search came to the end of an iteration.
    Progress(Progress),
    /// One of several lines of play is known better; only for requests with several lines or for an analysis.
    Lines {
        /// Its rank, from 0.
        changed: usize,
        /// All lines, the best first.
        lines: Vec<Variation>,
    },
    /// Something went wrong inside; an answer still comes.
    Warning(String),
    /// What was asked for with [`Engine::use_table_file`](super::Engine::use_table_file) is done.
    Table(TableReport),
    /// What was asked for with [`Engine::open_database`](super::Engine::open_database),
    /// [`Engine::check_database`](super::Engine::check_database) or [`Engine::exchange`](super::Engine::exchange) is done, or was
    /// broken off.
    Database(Box<DatabaseWorkReport>),
    /// All that searches found out is in the database, on the disk, or could not be written.
    Recorded,
    /// The answer to the last request to think. A move is on the engine's board already.
    Answer(Answer),
    /// There is no move to answer with.
    NoMove,
}
