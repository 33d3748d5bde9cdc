//! What a network file holds, and which of several networks judges positions better.
//!
//! The held-out loss of the static evaluation is a poor judge: much of what a network learns, such as threats, a search finds by
//! itself. [`compare`] therefore judges the searched score as well. Imports: `tools::train` for positions, `search`. Used by: `cli`.

mod compare;
mod report;

pub use compare::{Candidate, CompareOptions, Comparison, Interval, JudgedNetwork, ScoreLoss, compare};
pub use report::NetworkReport;
