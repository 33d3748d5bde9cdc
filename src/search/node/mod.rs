//! One node of the principal variation search.
//!
//! `pvs` reads as the list of its steps; each step is a function that says go on, or returns the score: what is forced
//! (`situation`), what the tables know, what can be cut (`prune`), which moves there are in which order (`moves`), how
//! far to reduce them, and what to remember (`finish`). Imports: `threat`, `eval` and below. Used by: `search`.

mod finish;
mod moves;
mod prune;
mod pvs;
mod situation;

pub(super) use pvs::Node;
pub(super) use situation::Situation;
