//! Arguments to calls, results to exit codes.
//!
//! The key idea: only this folder touches the standard streams; everything below gets a reader and a writer. The brain
//! passes over options that it does not know, because managers pass their own. Imports: everything. Used by: the
//! executables.

#[cfg(feature = "workbench")]
mod args;
mod brain;
#[cfg(feature = "workbench")]
mod meter;
mod networks;
#[cfg(feature = "workbench")]
mod output;
#[cfg(feature = "workbench")]
mod run;
mod terminal;
#[cfg(feature = "workbench")]
mod workbench;

pub use brain::run_brain;
#[cfg(feature = "workbench")]
pub use workbench::run_workbench;
