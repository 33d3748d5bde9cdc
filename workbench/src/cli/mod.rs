//! The command line of the workbench, one file per tool with its arguments and its call. The help texts are
//! the manual.
//!
//! Only this folder uses the standard streams. Options that a tool itself reads are declared in the tool's
//! folder.

mod analyze;
mod bench;
mod board;
mod common;
mod database;
mod fastchess;
mod learn;
mod limits;
mod matches;
mod network;
mod opening;
mod output;
mod record;
mod review;
mod selfplay;
mod tactics;
mod train;
mod tune;
mod workbench;

pub use workbench::run_workbench;
