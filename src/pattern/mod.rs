//! Line windows turned into shapes by tables computed from `rules::line`.
//!
//! Key idea: what a window means to a colour depends only on each half up to the first stone of the other colour, so
//! 1024 half-windows fall into 120 classes ([`HalfClasses`]; 172 where opposing stones and edges differ) and one
//! small table addressed by two classes holds the shapes of both colours ([`PatternTable`]). Nothing in the tables is
//! typed in: [`classify`] fills them by trying out moves. What a square is worth is none of this folder's business; it only
//! says how urgent a move looks ([`Pattern4::order`]), because searches for wins sort by that too. Imports: `rules` and below. Used by: `position` and above.

mod classify;
mod half;
mod order;
mod pattern4;
mod pattern4_index;
mod shape;
mod table;

pub use classify::classify;
pub use half::{Half, HalfClasses};
pub use pattern4::{Attack, Pattern4, Pattern4Code, Pattern4Table};
pub use pattern4_index::Pattern4Index;
pub use shape::{SHAPE_COUNT, Shape, ShapeQuad};
pub use table::{PatternTable, ShapePair};
