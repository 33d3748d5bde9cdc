//! The Gomocup (Piskvork) protocol, with the commands of Yixin-Board that a brain needs for play.
//!
//! The key idea: a line is parsed into a [`Command`] without looking at the engine, so the same parse decides what a
//! line does and whether it may be done while the engine thinks. Multi-line blocks are collected as words and read at
//! their `DONE`. See <https://plastovicka.github.io/protocl2en.htm>. Imports: `engine` and below. Used by: `cli`.

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

pub use command::{BlockKind, Command, GomocupLine, HashFile, recognises};
pub use database::{DatabaseCommand, FileRequest, MoveRequest};
pub use exclusion::Excluded;
pub use finished::finished_game;
pub use handler::Gomocup;
pub use info::{Dialect, Info};
pub use opening::Step;
