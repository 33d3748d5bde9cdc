//! The position: board, rule and shapes, updated incrementally by play and undo.
//!
//! A move changes at most forty windows. Their squares are updated and the old contents recorded for undo.
//! Sets of squares with an attack ([`Attack`](crate::pattern::Attack)) are kept, too, so that threats need no
//! scan of the board. Imports: `pattern` and below. Used by: `threat`, `eval` and above.

mod affected_cells;
mod attacks;
mod legality;
mod near;
mod play;
mod quiet;
mod shapes;

#[doc(hidden)]
pub use near::near_stones;
pub use play::Position;
