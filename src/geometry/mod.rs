//! Squares, directions, board sizes and sets of squares; no stones, no rules.
//!
//! A [`Square`] has the same index on every board size, `row * 32 + column`, so that tables have a fixed size
//! and a set of squares ([`Bitboard`]) is eleven words. [`Slot`] is the offset of a square on the line
//! through it in a [`Direction`]. Imports: nothing. Used by: everything.

mod area;
mod bitboard;
mod color;
mod direction;
mod lines;
mod quote;
#[cfg(feature = "serde")]
mod serial;
mod size;
mod square;
mod symmetry;

pub use bitboard::{Bitboard, Squares};
pub use color::{ByColor, Color};
pub use direction::{DIRECTIONS, Direction};
#[doc(hidden)]
pub use lines::{LINE_COUNT, Slot};
#[doc(hidden)]
pub use quote::shortened;
#[doc(hidden)]
pub use size::MAX_AREA;
pub use size::{BoardSize, MAX_SIDE, MIN_SIDE, SizeError, SizeTextError};
#[doc(hidden)]
pub use square::SQUARE_SPAN;
pub use square::Square;
pub use symmetry::Symmetry;
