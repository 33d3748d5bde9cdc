//! The rules a second time: plain, slow and written from the rule texts only.
//!
//! Nothing here comes from `rules`; a mistake there cannot repeat itself here unless the text was misread.
//! Rows are counted by walking over a grid of cells, fours by trying every five-cell segment, threes by
//! trying every square. Sources: the rules of the Renju International Federation (renju.net) for renju, and
//! the rule numbers of the Gomocup protocol for the rest. Imports: `board` and `geometry`.

mod grid;
mod renju;
mod wins;

pub(crate) use grid::{Grid, Point};
pub(crate) use renju::{Violation, foul, foul_to_depth};
pub(crate) use wins::{Law, State, state, winning_rows, winning_stones, wins};
