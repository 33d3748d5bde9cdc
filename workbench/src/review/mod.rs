//! A whole game, move by move.
//!
//! The key idea: the position after a move is the position before the next one, so one search for each position gives
//! every move its score before and after. The game is read backwards, so that the table already knows what came of a
//! move when its position is judged. Every position is searched as long as asked, forced replies too, and no move is marked before
//! the preferred one was searched as deeply as it was. A review ends with the move that ended the game on the board. The result is plain data; it is written as a table, as JSON, as
//! a graph, or as a page that steps through the game. Imports: `record`, `tools::analyze` and below. Used by: `cli`.

mod data;
mod end;
mod judge;
mod mark;
mod moves;
mod page;
mod plies;
mod report;

pub use data::{Review, ReviewedMove, ReviewedPosition};
pub use end::ReviewedEnd;
pub use mark::Mark;
pub use moves::review;
