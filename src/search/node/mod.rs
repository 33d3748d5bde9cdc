//! One node of the principal variation search.
//!
//! `pvs` reads as the list of its steps; each step is a function that says go on, or returns the score: what is forced
//! (`situation`), what the tables know, what can be cut (`prune`), which moves there are in which order (`moves`), how
//! far to extend or reduce them (`move_loop`), and what to remember (`finish`). Imports: `threat`, `eval` and below. Used by: `search`.

mod finish;
mod kind;
mod move_loop;
mod moves;
mod prune;
mod pvs;
mod situation;

pub(super) use kind::{Node, NodeKind, PLY};
pub(super) use move_loop::Context;
pub(super) use moves::ListedMove;
pub(super) use situation::Situation;
