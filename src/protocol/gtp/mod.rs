//! GTP version 2, the Go Text Protocol, for gomoku and renju.
//!
//! The key idea: a command is a row of a table, its name and a function from arguments to a reply, so what
//! `list_commands` lists is what works. A reply comes at once, or later, when the engine answers; only one command can
//! wait for it, and an analysis lasts until any line comes. See
//! <https://www.lysator.liu.se/~gunnar/gtp/gtp2-spec-draft2/gtp2-spec.html>; GNU Go, GoGui, Leela Zero and KataGo
//! added the extensions. Imports: `engine` and below. Used by: `choice` and `cli`.

mod analysis;
mod board;
mod call;
mod command;
mod failure;
mod genmove;
mod gogui;
mod handicap;
mod handler;
mod parse;
mod report;
mod rule;
mod score;
mod session;
mod sgf;
mod state;
mod times;
mod vertex;

pub use command::recognises;
pub use parse::is_command;
pub use state::Gtp;
