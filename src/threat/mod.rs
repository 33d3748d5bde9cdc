//! Forced wins and defences.
//!
//! [`VcfSolver`] proves wins by continuous fours (VCF); a [`Proof`] can be replayed. `vct` proves wins by
//! continuous threats, for analysis only, and [`prove`] believes either after a replay under the plain rules.
//! `winning_double_three` detects one kind of win without a search. `defence` lists the moves that stop a
//! five or an open four, `replies_to_proof` those that refute a proof; `dead_four` recognises fours that
//! cannot be part of a VCF. Imports: `position` and below. Used by: `search` and above.

mod dead_four;
#[doc(hidden)]
pub mod defence;
mod proof;
pub mod prove;
mod vcf;
mod vcf_table;
#[doc(hidden)]
pub mod vct;
mod winning_double_three;

pub use proof::Proof;
#[doc(hidden)]
pub use proof::replies_to_proof;
pub use vcf::{VcfSolver, Verdict};
pub use vct::Win;
#[doc(hidden)]
pub use winning_double_three::winning_double_three;
