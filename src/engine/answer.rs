//! What the engine decides.

use crate::geometry::Square;

/// A decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// One move.
    Move(Square),
    /// Take the other colour.
    Swap,
    /// Two stones, white then black; the opponent chooses the colour.
    Pair([Square; 2]),
    /// The three stones that open a Swap2 game: black, white, black.
    Opening([Square; 3]),
    /// Soosorv's fourth stone, and how many fifth stones black must offer.
    Fourth {
        /// The stone.
        stone: Square,
        /// From 1 to 8.
        fifths: usize,
    },
    /// Fifth stones that are offered; white keeps one.
    Several(Vec<Square>),
}
