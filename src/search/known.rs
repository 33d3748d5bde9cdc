//! What is known of root moves before the search begins.

use crate::eval::Score;
use crate::geometry::Square;

/// A root move whose score was found earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownMove {
    /// The move.
    pub square: Square,
    /// Its score for who plays it.
    pub score: Score,
    /// Up to this depth of an iteration, in plies, the score stands for a search.
    pub depth: u32,
}
