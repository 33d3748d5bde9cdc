//! The Smart Game Format, FF\[4\] GM\[4\] (<https://www.red-bean.com/sgf/>).
//!
//! A move is two letters, column and row from the top left, as in Go; `h8` is read too, and an empty move is
//! a pass. `RU` holds the rule's name or its Gomocup number. `V` holds a move's score in centi-units from
//! black's side. Four properties are ours: `OP` in the root is the number of opening moves, `KE` how the game
//! ended, `CG` marks a continuous game, `MS` in a node the milliseconds. Stones that are set up before the
//! first move (`AB`, `AW`, `AE`, with `PL` for the side to move) are kept; later ones are refused. Of a tree
//! the variations, comments (`C`), marks (`TR`, `SQ`, `CR`, `MA`) and labels (`LB`) are kept, and all other
//! properties as they are, except known ones in a wrong form or place.

mod annotate;
mod collection;
mod encoding;
mod header;
mod marks;
mod outline;
mod point;
mod read;
mod setup;
mod syntax;
mod write;

pub(super) use collection::{Collection, begins, is_inside};
pub(super) use encoding::code_pages;
#[doc(hidden)]
pub use read::KIND;
pub(crate) use read::games;
pub use read::{read, read_trees};
pub(super) use write::is_foreign;
pub use write::{parts, write, write_tree};
