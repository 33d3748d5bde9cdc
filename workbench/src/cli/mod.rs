//! Arguments to calls, results to exit codes.
//!
//! Only this folder touches the standard streams. Imports: everything. Used by: the executable.

mod args;
mod meter;
mod output;
mod run;
mod workbench;

pub use workbench::run_workbench;
