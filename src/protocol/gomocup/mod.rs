//! The Gomocup (Piskvork) protocol, with the commands of Yixin-Board that a brain needs for play.
//!
//! The key idea: a line is parsed into a [`Command`] without looking at the engine; the state of the session
//! decides whether it is executed or belongs to a block. The words of a block are collected and read at its
//! `DONE`. See <https://plastovicka.github.io/protocl2en.htm>. Imports: `engine` and below. Used by: `detect`
//! and `cli`.

mod command;
mod database;
mod decide;
mod defence;
mod detail;
mod exclusion;
mod finished;
mod handler;
mod hash;
mod info;
mod nbest;
mod opening;
mod reply;
mod setup;
mod suggest;
mod think;

pub use command::{BlockKind, Command};
pub use database::{DatabaseCommand, FileRequest, MoveRequest};
pub use exclusion::Excluded;
pub(crate) use finished::finished_game;
pub(super) use handler::ENTRY;
pub use handler::Gomocup;
pub use info::{Dialect, Info};
pub use opening::Step;
