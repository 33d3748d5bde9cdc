//! The transposition table, shared by all search threads without locks.
//!
//! An entry is two words, hash XOR data and data: if two threads write at once, the words do not match and
//! the entry reads as absent (Hyatt and Mann, "A lock-less transposition table implementation for parallel
//! search", 2002). A wrong entry can only come from a collision of 64-bit hashes; the search checks that a
//! stored move is legal before it plays it.

mod entry;
mod hints;
mod shared;
mod store;

pub use entry::{Bound, TableEntry};
pub use shared::{SharedTable, TableView};
pub use store::Table;
