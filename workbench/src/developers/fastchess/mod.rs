//! Fastchess's command line and output for matches, as `OpenBench` uses them.
//!
//! Workers of `OpenBench` run a program with fastchess's command line ([`Command`]) and parse its output, so
//! a program with the same interface needs no patch there. The terms of chess are mapped: the book's name
//! sets rule and size, options are `INFO` lines, and black, who moves first, is White in the `PGN`.

mod book;
mod command;
mod contender;
mod lines;
mod pgn;
mod run;
mod words;

pub use command::Command;
pub use run::run;
