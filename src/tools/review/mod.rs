//! A whole game, move by move.
//!
//! The key idea: the position after a move is the position before the next one, so one search for each position gives
//! every move its score before and after. The game is read backwards, so that the table already knows what came of a
//! move when its position is judged. Imports: `record`, `tools::analyze` and below. Used by: `cli`.

mod mark;
mod moves;
mod report;

pub use mark::Mark;
pub use moves::{Review, ReviewOptions, ReviewedMove, review};
