//! Arguments to calls, results to exit codes.
//!
//! The key idea: only this folder touches the standard streams; everything below gets a reader and a writer.
//! The brain passes over options that it does not know, because managers pass their own. Imports: everything.
//! Used by: the executables.

mod brain;
mod terminal;

pub use brain::run_brain;
