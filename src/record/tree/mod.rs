//! Games with variations: a tree of nodes with moves, comments and marks.
//!
//! [`GameTree`] holds the nodes in one list, sixteen bytes each, the first being the start of the game, so
//! that nothing recurses and no file can be too deep for the stack. Comments, marks and scores, which most
//! nodes of a library have not, stand beside it. `sgf` and `renlib` read and write it. Imports: `rules` and
//! below, and [`GameRecord`](super::GameRecord). Used by: `sgf`, `renlib`, `format`, `database`, the
//! workbench and the board in the browser.

mod comments;
mod edit;
mod game_tree;
mod merge;
mod node;
mod preorder;
mod signs;

pub(crate) use comments::{LongComments, add_comment};
pub(crate) use game_tree::MAX_NODES;
pub use game_tree::{GameTree, MAX_DEPTH, ROOT, TreeError};
pub use merge::{LeftOut, MergeError};
pub use node::{NodeNotes, Step, TreeNode};
pub use signs::Mark;
