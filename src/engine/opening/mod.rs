//! Decisions of opening rules, and balanced moves for analysts.
//!
//! The key idea: nothing is looked up in a book. `candidates` lists continuations, `successive_halving` compares them by
//! searches, and `steps` answers with the one nearest to an even game, or the best for a side. Imports: the parent's requests
//! and jobs, `search` and below. Used by: the search thread.

mod candidates;
mod decision;
mod steps;
mod successive_halving;

pub use decision::swap2_answer;
