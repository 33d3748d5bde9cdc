//! Generates, checks and shows openings, and plays games under opening rules.
//!
//! Candidates are random stones near the centre. They are kept if neither side has a VCF and the scores of
//! two searches of fixed size are near zero: of the position, and after its best move. Candidate `i` depends
//! on the seed and `i` only, so the result does not depend on the number of threads.

mod check;
mod generate;
mod judge;
mod play;
mod report;
mod source;

pub use check::{CheckOptions, check};
pub use generate::{GenerateOptions, generate};
pub use judge::{JudgeOptions, Judgement};
pub use play::{PlayOptions, play_openings};
pub use report::{Balance, write_balance};
pub use source::Source;
