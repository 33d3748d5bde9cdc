//! Test sets of forced wins: collecting, proving and solving them.
//!
//! Positions with a win that is neither a VCF nor found at once measure the tactical strength of the search
//! under each rule, in seconds instead of hours of games. Each win is proven against every legal reply before
//! the position is added to a set.

mod mine;
mod prove;
mod replay;
mod set;
mod solve;

pub use mine::{MineOptions, mine};
pub use replay::{ReplayOptions, replay, write_replay};
pub use set::{Tactic, read_tactics, write_tactics};
pub use solve::{SolveReport, prove_set, solve, write_table};
