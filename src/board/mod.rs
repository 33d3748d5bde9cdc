//! The board: stones, moves and hash, without rules.
//!
//! Every line of the board is one `u64` of two-bit cells with walls at both ends ([`LineKeys`]), so the
//! eleven cells around a square ([`Window`]) are one shift away and need no bounds checks. Imports:
//! `geometry`. Used by: `rules` and above.

mod diagram;
mod error;
mod line_keys;
mod mix;
mod notation;
mod stones;
mod window;
mod zobrist;

pub use diagram::from_diagram;
#[doc(hidden)]
pub use diagram::{Diagram, read_diagram};
pub use error::{BoardError, DiagramError};
#[doc(hidden)]
pub use line_keys::LineKeys;
#[doc(hidden)]
pub use mix::{GOLDEN, mix};
pub use notation::{parse_square, parse_squares, square_name};
#[doc(hidden)]
pub use notation::{split_squares, square_names, square_range};
pub use stones::Board;
pub use window::Cell;
#[doc(hidden)]
pub use window::{CENTER, RADIUS, WINDOW_LEN, Window};
