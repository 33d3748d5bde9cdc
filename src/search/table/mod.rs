//! The transposition table: what is known of positions met before.
//!
//! Shared by all search threads without locks. An entry is two words, the second stored XOR the hash: if two
//! threads write at once, the halves do not fit together and the entry reads as absent (Hyatt and Mann, "A lock-less
//! transposition table implementation for parallel search", 2002). A wrong entry can only come from two
//! positions with the same 64-bit hash; the search checks that a stored move is legal before it plays it.

mod entry;
mod prefetch;
mod shared;
mod store;

pub use entry::{Bound, TableEntry};
pub use shared::{SharedTable, TableView};
pub use store::Table;
