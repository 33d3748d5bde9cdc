//! Lookup of shapes by line windows, in tables computed from `rules::line`.
//!
//! The shape of a window for a colour depends only on each half up to the first stone of the other colour. So
//! the 1024 half-windows fall into 120 classes ([`HalfClasses`]; 172 where opposing stones and edges differ),
//! and a small table indexed by two classes holds the shapes of both colours (`PatternTable`). `classify`
//! computes the tables by trying continuations. The only values here are those for move ordering
//! ([`Pattern4::order`]). Imports: `rules` and below. Used by: `position` and above.

mod classify;
mod half;
mod order;
mod pattern4;
mod shape;
mod table;

#[doc(hidden)]
pub use classify::classify;
#[doc(hidden)]
pub use half::{HALVES, Half, HalfClasses};
pub use pattern4::{Attack, Pattern4};
#[doc(hidden)]
pub use pattern4::{PATTERN4_SPAN, Pattern4Code, Pattern4Table};
pub use shape::Shape;
#[doc(hidden)]
pub use shape::{SHAPE_COUNT, ShapeQuad};
#[doc(hidden)]
pub use table::{PATTERN_SPAN, PatternTable, ShapePair};
