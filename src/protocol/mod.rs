//! Protocols: text to engine calls, events to text; no game logic.
//!
//! The key idea: one loop ([`session`]) owns the engine and the output and takes one message after the other:
//! a line of the input, an event of the engine, or the end of the input. So output is never interleaved, and
//! a [`Protocol`] needs no locks: it says of a line whether that may be executed while the engine thinks, and
//! executes it. [`detect`] lists the protocols and picks one by the first line.
//! Imports: `engine` and below. Used by: `cli`, the workbench.

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

pub use interface::{Context, Flow, Protocol, ProtocolEntry, WhenBusy};
