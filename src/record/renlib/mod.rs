//! RenLib's libraries, `.lib`: trees of moves with comments and texts on squares, on the 15x15 board.
//!
//! A header of twenty bytes (`FF`, `RenLib`, `FF`, two bytes of version, `FF`s) is followed by the nodes in
//! the order of a walk that goes down first. A node is two bytes: the square, row from the top times 16 plus
//! column from 1, 0 for the root and for a pass, and flags: `80` a sibling follows behind all that is below,
//! `40` nothing is below, `20` an old comment, `10` marked, `08` a comment, `04` the start of the view, `02` no
//! move, `01` two more bytes of flags, whose last bit is a text on the square. Then come the comment and the
//! text, each ended by a zero and padded to an even length; a byte 8 separates a comment's heading from the
//! rest. After RenLib's sources (<https://github.com/gomoku/RenLib>).
//!
//! [`read`] and [`nodes`] take what they can: they stop at the end of the tree or of a file that was cut, and leave out
//! branches that begin with an impossible move. [`read_tree`] refuses such files, and those with more than zeros behind
//! the tree.

mod bytes;
mod library;
mod main_line;
mod tree;

pub(super) use library::MAGIC;
pub use library::{KIND, Library, LibraryNode, Nodes, nodes, read};
pub(super) use main_line::read_main_line;
pub(super) use tree::{holds, lost_marks};
pub use tree::{read_tree, write_trees};
