//! Analysed positions in a file: label, value, depth, bound, comment and texts on squares.
//!
//! The key idea: a position is stored under its packed stones ([`Key`]), in the one of its symmetric images that comes
//! first, so rotated and transposed positions share an [`Entry`] and two positions never do. The store is `redb`; a
//! write is acknowledged only when it is on the disk ([`Database::write`]), and an end at any moment leaves all that
//! was acknowledged. [`text`] is the form that Rapfi and Yixin-Board exchange, [`library`] that of RenLib; an [`Exchange`]
//! with a file can be broken off at any entry. Imports:
//! `eval`, `record` and below. Used by: `engine`, `protocol` and `tools`.

mod backend;
mod batch_importer;
mod codec;
mod create;
mod entry;
mod error;
mod exchange;
#[cfg(test)]
pub(crate) mod gate;
mod key;
mod label;
pub mod library;
mod merge;
mod store;
pub mod text;
mod tree;

pub use entry::{Bound, Entry};
pub use error::{DatabaseError, Interrupted};
pub use exchange::Exchange;
pub use key::{Key, Place};
pub use label::Label;
pub use merge::merged;
pub use store::{Batch, Database, Lookup, Reader};
pub use tree::{Choice, children, delete_below, merge_all, split, texts};
