//! Contents of network files, and comparison of networks.
//!
//! The held-out loss of the static evaluation correlates poorly with strength: much of what a network learns,
//! such as threats, a search finds by itself. [`compare`] therefore measures the loss of the searched score
//! as well.

mod compare;
mod losses;
mod report;

pub use compare::{Candidate, CompareOptions, Comparison, compare};
pub use losses::{Interval, ScoreLoss};
pub use report::NetworkReport;
