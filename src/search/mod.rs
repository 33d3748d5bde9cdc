//! How deep, in what order, until when. Imports: `threat`, `eval` and below. Used by: `engine`.

mod control;
mod result;
mod searcher;

pub use control::{Control, TimeBudget};
pub use result::{Limits, Progress, Reporter, SearchResult, Silent};
pub use searcher::Searcher;
