//! Forced wins. A four must be answered at once; chains of fours can win whatever the evaluation says.
//!
//! [`VcfSolver`] searches such chains and returns a [`Proof`] that can be replayed move by move, or says that there is
//! none, or that its budget ran out; it never guesses. [`answers`] lists the moves that parry a five or an open four to
//! come, [`replies_to_proof`] those that parry a whole proof; [`winning_double_three`] sees one kind of win without a search. [`vct`] proves
//! wins by fours and threes together, for analysis: the search does not use it. `spent` tells fours that lead nowhere without playing them.
//! Imports: `position` and below. Used by: `search` and above.

mod dead_four;
pub mod defence;
mod double_three;
mod proof;
pub mod prove;
mod vcf;
mod vcf_table;
pub mod vct;

pub use double_three::winning_double_three;
pub use proof::{Proof, replies_to_proof};
pub use vcf::{VcfSolver, Verdict};
