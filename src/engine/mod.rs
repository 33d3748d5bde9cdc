//! The engine without a protocol.
//!
//! ```text
//!   caller's thread: Engine  --- Order (think, resize, …) --->  search thread: Searcher
//!                            <-- Event (progress, answer) --------
//! ```
//!
//! The key idea: every job has its own stop flag and clock ([`Control`](crate::search::Control)), made when
//! the job is queued, and its own number. A stop can come at any moment, and the answer of a cancelled job is
//! recognised by its number. [`Engine`] has three parts: a [`Session`] (game, settings, clock: plain data), a
//! [`SearchClient`] (thread, running job, transposition table) and a [`DatabaseClient`]. It plays its own
//! move on the board when the answer arrives; if it does not come in time, [`Engine::rescue`] gives the best
//! move so far, else the first by order or a plain one. Imports: `decision` and below. Used by: `protocol`
//! and the workbench.

mod controller;
mod database_client;
mod database_thread;
mod event;
mod game;
mod hash_file;
mod identity;
mod job;
#[doc(hidden)]
pub mod network_files;
mod plan;
mod request;
mod search_client;
mod search_thread;
mod session;
mod settings;
mod setup;
mod thinking;
mod time_control;
mod variety;

use job::{Job, Task};
use plan::Plan;
use time_control::Clock;

pub(crate) use crate::decision::MAX_FIFTHS;
pub use crate::decision::{Answer, Decision};
pub use crate::search::MAX_THREADS;
pub use controller::Engine;
pub use database_client::DatabaseClient;
pub use event::{
    DatabaseTally, DatabaseWork, DatabaseWorkReport, EngineError, EngineEvent, Event, Lateness, TableFile,
    TableReport, ThreadEvent,
};
pub use game::{Game, Ply};
#[doc(hidden)]
pub use identity::{ADDRESS, NAME, VERSION};
pub use job::JobId;
pub use request::{Purpose, Request, Timing};
pub use search_client::SearchClient;
pub use session::Session;
pub use settings::{Change, Settings, TimeSettings};
pub use setup::{Owner, Placement};
#[doc(hidden)]
pub use time_control::NO_LIMIT_MS;
#[doc(hidden)]
pub use variety::varied_moves;
