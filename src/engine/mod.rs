//! The brain. Speaks no protocol.
//!
//! ```text
//!   caller's thread: Engine  --- Order (think, resize, clear) -->  search thread: Searcher
//!                            <-- Event (progress, answer) --------
//! ```
//!
//! The key idea: every job has its own stop flag and clock ([`Control`](crate::search::Control)), made when the job
//! is queued, and its own number. A stop can come at any moment, and an answer that nobody waits for any more is
//! recognised by its number. The engine plays its own move on the board when the answer arrives, and if an answer does
//! not come in time it has a legal move of its own. Files of the hash table are orders, too; long work on the database has
//! a thread of its own. Imports: `search` and below. Used by: `protocol` and `tools`.

mod answer;
mod balance;
mod candidates;
mod clock;
mod controller;
mod database;
mod database_probe;
mod decision;
mod error;
mod event;
mod fallback;
mod files;
mod game;
mod hash_file;
mod identity;
mod job;
mod lateness;
mod memory;
pub mod network_files;
mod opening;
mod ponder_search;
mod pondering;
mod request;
mod running;
mod settings;
mod setup;
mod sink;
mod soosorv;
mod successive_halving;
mod swap;
mod thinking;
mod variety;
mod worker;

pub use answer::Answer;
pub use clock::{Clock, NO_LIMIT_MS, Plan};
pub use controller::Engine;
pub use decision::{Decision, MAX_FIFTHS};
pub use error::EngineError;
pub use event::{
    DatabaseTally, DatabaseWork, DatabaseWorkReport, EngineEvent, Event, TableFile, TableReport, WorkerEvent,
};
pub use fallback::fallback_move;
pub use game::{Game, Ply};
pub use hash_file::HashFileError;
pub use identity::{ADDRESS, NAME, VERSION};
pub use job::{Job, JobId, Task};
pub use lateness::Lateness;
pub use memory::table_bytes;
pub use opening::swap2_answer;
pub use request::{Purpose, Request, Timing};
pub use settings::{Change, MAX_THREADS, Settings, TimeSettings};
pub use setup::{Owner, Placement};
pub use variety::varied_moves;
