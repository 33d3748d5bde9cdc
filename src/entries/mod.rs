//! What is known of positions: entries of a database, the keys under which they are stored, and their text.
//!
//! The key idea: all that needs no store is here, so that programs without one, such as the board in the
//! browser, read exported databases, too. Imports: `eval`, `record` and below. Used by: `database` and the
//! board in the browser.

mod entry;
mod key;
mod label;
pub mod text;

pub use entry::{Bound, Entry};
pub(crate) use key::put;
pub use key::{DATABASE_MAGIC, Key, Place};
pub use label::Label;
