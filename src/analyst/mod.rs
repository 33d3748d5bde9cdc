//! Analysis of positions for users of the library.
//!
//! The key idea: an [`Analyst`] keeps its transposition table between positions, and every analysis of an
//! unfinished game has at least depth 1. Imports: `decision` and below. Used by: `report`, programs that use
//! the library, the board in the browser, Python.

mod analyse;
mod analysis;

pub use analyse::{Analyst, analyse, best_move};
pub use analysis::{Analysis, AnalysisLine};
