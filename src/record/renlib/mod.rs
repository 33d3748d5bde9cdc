//! RenLib's libraries, `.lib`: trees of moves with comments and texts on squares, on the 15x15 board.
//!
//! A header of twenty bytes (`FF`, `RenLib`, `FF`, two bytes of version, `FF`s) is followed by the nodes in
//! the order of a walk that goes down first. A node is two bytes: the square, row from the top times 16 plus
//! column from 1, 0 for the root and for a pass, and flags: `80` a sibling follows behind all that is below,
//! `40` nothing is below, `20` an old comment, `10` marked, `08` a comment, `04` the start of the view, `02`
//! no move, `01` two more bytes of flags, whose last bit is a text on the square. Then come the comment and
//! the text, each ended by a zero and padded to an even length; a byte 8 separates a comment's heading from
//! the rest. After RenLib's sources (<https://github.com/gomoku/RenLib>).
//!
//! Texts are in the code page of the writer's Windows, which the file does not name: it is found from all of
//! them.
//!
//! [`nodes`] takes what RenLib's own reader takes, as the files that it writes when only a position is saved:
//! the last node need not say that nothing is below it, nor need siblings follow that were announced. Of a
//! damaged file it gives what can be read: up to the end of a file that was cut, and without branches that
//! begin with an impossible move; the first fault is told.

mod bytes;
mod library;
mod main_line;
mod nodes;
mod tree;

#[doc(hidden)]
pub use library::KIND;
pub(super) use library::is_library;
pub use library::{Library, LibraryNode};
pub(super) use main_line::read_main_line;
pub use nodes::{Nodes, nodes, read};
pub use tree::{LibraryWriter, WrittenLibrary, write_trees, write_trees_in};
pub(super) use tree::{holds, lost_marks, read_tree};
