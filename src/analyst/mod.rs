//! The library's one call: the best move of a position, and how the position stands.
//!
//! The key idea: an [`Analyst`] keeps what it has learned between questions, and every answer has at least depth 1. Imports: `search` and
//! below. Used by: programs that use the library.

mod analyse;
mod analysis;
#[cfg(feature = "serde")]
mod seconds;

pub use analyse::{Analyst, analyse, best_move};
pub use analysis::{Analysis, AnalysisLine, AnalysisOptions, Limit};
