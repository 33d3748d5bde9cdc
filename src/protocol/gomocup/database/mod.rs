//! Yixin-Board's commands about the analysis database.
//!
//! The key idea: these commands have parts on further lines, in three forms: moves up to `DONE`, a path, or a text in
//! quotation marks that may span lines. [`RequestQueue`] collects the parts and carries the request out when it is complete; the
//! database itself belongs to the engine, which searches with it, and opens it, checks it and exchanges its entries with files
//! beside everything else: requests behind such work wait for its end. Imports: `engine`, `database` and below. Used by:
//! `gomocup`.

mod command;
mod files;
mod queue;
mod reply;
mod snapshot;
mod work;

pub use command::{DatabaseCommand, FileRequest, MoveRequest};
pub(super) use queue::RequestQueue;
