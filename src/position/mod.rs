//! The game as the search sees it: board, rule and shapes, kept in step by play and undo.
//!
//! Key idea: a move changes at most forty windows. Their squares are rewritten; the old contents are kept for each ply, and
//! undo puts them back. Sets of squares with an attack ([`Attack`](crate::pattern::Attack)) follow, so that no one has
//! to scan the board for threats. Imports: `pattern` and below. Used by: `threat`, `eval` and above.

mod affected_cells;
mod attacks;
mod legality;
mod near;
mod play;
mod quiet;
mod shapes;

pub use near::near_stones;
pub use play::Position;
