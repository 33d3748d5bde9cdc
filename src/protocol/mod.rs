//! Translators. Text to engine calls, events to text; no game logic.
//!
//! The key idea: one loop ([`session`]) owns the engine and the output and takes one message after the other, a line
//! that was read, events from the search, or the end of the input. So nothing is ever interleaved, and a [`Protocol`]
//! needs no locks: it says what a line does, and whether it may be done while the engine thinks. [`choice`] lists the
//! protocols and picks one by its first line. Imports: `engine` and
//! below. Used by: `cli`.

pub mod agi;
pub mod detect;
pub mod file;
pub mod gomocup;
pub mod gtp;
mod inbox;
pub mod line;
pub mod output;
mod pending;
pub mod session;
pub mod tokens;
pub mod ucci;

mod interface;

pub use interface::{Context, Flow, Protocol, WhenBusy};
