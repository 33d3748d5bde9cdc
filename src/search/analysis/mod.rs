//! Multi-PV and analysis.
//!
//! Each iteration searches the best line exactly as a single-PV search would, then the best line without its
//! first move, and so on, so that all lines are equally deep. A line is listed until a better one replaces
//! it; after a stop it keeps its last result. Lines shortened by the table or a proof are completed. Imports:
//! `threat`, `eval` and below. Used by: `search`.

mod complete;
mod deepen;
mod ranking;
mod root;

pub(super) use root::RootLines;
