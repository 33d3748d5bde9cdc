//! Line windows turned into shapes by tables computed from `rules::line`.
//!
//! Key idea: what a window means to a colour depends only on each half up to the first stone of the other colour, so
//! 1024 half-windows fall into 120 classes ([`HalfClasses`]; 172 where opposing stones and edges differ) and one
//! small table addressed by two classes holds the shapes of both colours ([`PatternTable`]). Nothing in the tables is
//! typed in: [`classify`] fills them by trying out moves. Their values for the evaluation are fitted to games and kept
//! in text files ([`Weights`]). Imports: `rules` and below. Used by: `position` and above.

mod classify;
mod combine;
mod half;
mod numbering;
mod shape;
mod table;
mod value;
mod weights;

pub use classify::classify;
pub use combine::{Attack, Combination, Combinations};
pub use half::{Half, HalfClasses};
pub use numbering::Numbering;
pub use shape::{SHAPE_COUNT, Shape};
pub use table::{PatternTable, ShapePair};
pub use value::RoleValues;
pub use weights::{Role, ShapeQuad, Weights};
