//! Contents of network files, and comparison of networks.
//!
//! The held-out loss of the static evaluation correlates poorly with strength: much of what a network learns,
//! such as threats, a search finds by itself. [`compare`] therefore measures the loss of the searched score
//! as well.

mod compare;
mod report;

pub use compare::{Candidate, CompareOptions, Comparison, Interval, ScoreLoss, compare};
pub use report::NetworkReport;
