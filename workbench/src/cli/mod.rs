//! The command line of the workbench, one file a tool: its arguments and the call of the tool. The help text is the manual.
//!
//! Only this folder touches the standard streams. The options that a tool itself reads are declared in the tool's folder.

mod analyze;
mod bench;
mod common;
mod database;
mod fastchess;
mod limits;
mod matches;
mod meter;
mod network;
mod opening;
mod output;
mod record;
mod regress;
mod review;
mod selfplay;
mod spsa;
mod tactics;
mod train;
mod tune;
mod workbench;

pub use workbench::run_workbench;
