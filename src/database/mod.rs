//! A database of analysed positions: label, value, depth, bound, comment and texts on squares.
//!
//! A position is stored under its packed stones in canonical orientation ([`Key`]), so rotations and
//! transpositions share an [`Entry`]. The store is `redb`: a write is durable when [`Database::write`]
//! returns, and acknowledged writes survive a crash. [`text`] is the exchange format of Rapfi and
//! Yixin-Board, [`library`] that of RenLib; an [`Exchange`] can be interrupted at any entry. Imports: `eval`,
//! `record` and below. Used by: `engine`, `protocol` and the workbench.

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
#[doc(hidden)]
pub mod library;
mod merge;
#[doc(hidden)]
pub mod rapfi;
mod reader;
mod store;
#[doc(hidden)]
pub mod text;
mod tree;

#[doc(hidden)]
pub use batch_importer::ImportTexts;
pub use codec::MAX_DEPTH;
pub use entry::{Bound, Entry};
pub use error::DatabaseError;
pub use exchange::Exchange;
pub use key::{Key, Place};
pub use label::Label;
#[doc(hidden)]
pub use merge::merged;
pub use reader::{Lookup, Reader};
pub use store::{Batch, Database};
pub use tree::{Choice, Deletion, children};
#[doc(hidden)]
pub use tree::{child_keys, merge_all, parent_keys, split, texts};
