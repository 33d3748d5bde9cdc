//! The match runner that distributed testers know: fastchess's command line and lines, over our matches.
//!
//! The key idea: the workers of `OpenBench` start a program by fastchess's command line ([`Command`]) and read the lines
//! that fastchess prints. Whoever takes that command line and prints those lines needs no patch there, whatever game is
//! played. So chess is given a meaning here: the book's name tells rule and board, options are `INFO` lines, and the
//! player with the black stones, who begins, is called White in the `PGN`. Imports: `tools/matches` and below. Used by:
//! `cli`.

mod book;
mod command;
mod contender;
mod error;
mod lines;
mod pgn;
mod run;
mod words;

pub use book::Book;
pub use command::Command;
pub use contender::Contender;
pub use error::CommandError;
pub use run::{RunError, run};
