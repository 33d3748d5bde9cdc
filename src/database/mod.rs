//! A database of analysed positions: label, value, depth, bound, comment and texts on squares.
//!
//! A position is stored under its packed stones in canonical orientation ([`Key`]), so rotations and
//! transpositions share an [`Entry`]. The store is `redb`: a write is durable when [`Database::write`]
//! returns, and acknowledged writes survive a crash. [`text`] is the exchange format of Rapfi and
//! Yixin-Board, [`library`] that of RenLib; an [`Exchange`] can be interrupted at any entry. Imports:
//! `entries` and below. Used by: `engine`, `protocol` and the workbench.

mod backend;
mod batch_importer;
mod codec;
mod create;
mod error;
mod exchange;
#[cfg(test)]
pub(crate) mod gate;
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
pub use crate::entries::text::ImportTexts;
pub use crate::entries::{Bound, Entry, Key, Label, Place};
pub use codec::MAX_DEPTH;
pub use error::DatabaseError;
pub use exchange::Exchange;
#[doc(hidden)]
pub use merge::merged;
pub use reader::{Lookup, Reader};
pub use store::{Batch, Database};
pub use tree::{Choice, Deletion, children};
#[doc(hidden)]
pub use tree::{child_keys, merge_all, parent_keys, split, texts};
