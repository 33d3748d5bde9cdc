//! Makes, checks and shows openings.
//!
//! The key idea: random stones near the middle, and a search that throws away nearly all of them. What stays has no
//! win by fours for either side, and after a search of fixed size neither side is ahead, judged with one side to move
//! and, after its best move, with the other. Candidate `i` depends on the seed and `i` only, so the same seed gives the
//! same file on any number of threads. Imports: `opening`, `engine` and below. Used by: `cli`.

mod check;
mod generate;
mod judge;
mod place;
mod report;
mod source;
mod swap2;

pub use check::{CheckOptions, Findings, check};
pub use generate::{GenerateOptions, GenerateSummary, Generated, generate};
pub use judge::{JudgeOptions, Judgement};
pub use place::PlaceOptions;
pub use report::{Balance, write_balance};
pub use source::{Source, SourceError};
pub use swap2::{Swap2Options, Swap2Report, Swap2Tally, play_swap2};
