//! GTP version 2, the Go Text Protocol, for gomoku and renju.
//!
//! The key idea: a command is a row of a table, its name and a function from a call to a reply, so
//! `list_commands` lists what works. A reply comes at once or with the engine's answer; only one command can
//! wait for that, and an analysis lasts until the next line. See
//! <https://www.lysator.liu.se/~gunnar/gtp/gtp2-spec-draft2/gtp2-spec.html>; the extensions are those of GNU
//! Go, GoGui, Leela Zero and KataGo. Imports: `engine` and below. Used by: `detect` and `cli`.

mod analysis;
mod board;
mod call;
mod command;
mod failure;
mod genmove;
mod gogui;
mod handicap;
mod handler;
mod opening;
mod parse;
mod report;
mod rule;
mod score;
mod session;
mod sgf;
mod state;
mod times;
mod vertex;

pub(super) use handler::ENTRY;
pub use parse::is_command;
pub use state::Gtp;
