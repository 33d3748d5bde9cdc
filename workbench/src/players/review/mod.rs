//! Reviews of games.
//!
//! One search for each position gives every move its score before and after. The game is searched backwards,
//! so that the transposition table already contains the continuation. Before a move is marked, the preferred
//! move is searched to the same depth. A review ends with the move that ended the game on the board. The
//! result is plain data, which is written as a table, JSON, a graph or an HTML page.

mod data;
mod judge;
mod moves;
mod proofs;
mod report;

pub use data::{Review, ReviewedPosition};
pub use moves::review;
