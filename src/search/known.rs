//! Root moves with known scores.

use crate::eval::Score;
use crate::geometry::Square;

/// A root move whose score is known before the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownMove {
    /// The move.
    pub square: Square,
    /// Its score for the side to move.
    pub score: Score,
    /// Iterations up to this depth, in plies, use the score instead of a search.
    pub depth: u32,
}
