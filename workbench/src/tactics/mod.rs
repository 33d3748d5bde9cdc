//! Forced wins: mined from games, proved, kept as a file, and solved against the clock.
//!
//! The key idea: a set of positions with a win that is neither a win by fours alone nor found at once measures how deep the
//! engine sees under each rule, in seconds of work instead of hours of games. A position is taken into the set only if
//! a prover has shown the win against every legal reply, so that a failure to find it is always the search's.
//!
//! Imports: `search` and below, `tools::limit`. Used by: `cli`.

mod mine;
mod prove;
mod replay;
mod set;
mod solve;

pub use mine::{MineOptions, mine};
pub use replay::{OpenWin, ReplayOptions, ReplayReport, replay, write_replay};
pub use set::{Tactic, TacticError, read_tactics, write_tactics};
pub use solve::{SolveReport, solve, write_table};
