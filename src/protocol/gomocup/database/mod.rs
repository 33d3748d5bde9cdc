//! Yixin-Board's commands about the analysis database.
//!
//! The key idea: these commands span lines in three forms: moves up to `DONE`, a path, or a quoted text.
//! [`RequestQueue`] collects the lines and carries the request out when it is complete. The database itself
//! belongs to the engine, which searches with it and opens, checks and exchanges it in the background: later
//! requests wait for that. Imports: `engine`, `database` and below. Used by: `gomocup`.

mod command;
mod files;
mod queue;
mod reply;
mod snapshot;
mod work;

pub use command::{DatabaseCommand, FileRequest, MoveRequest};
pub(super) use queue::RequestQueue;
