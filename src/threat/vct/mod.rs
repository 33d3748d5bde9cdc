//! Victory by continuous threats (VCT): forced wins by threes and fours.
//!
//! A threat is a move after which its side would win by a VCF if the opponent passed. Only replies that
//! refute the VCF and fours do not lose at once. [`FollowUp`] lists them completely, so the attacker wins if
//! all of them lose.
//!
//! [`VctSolver`] searches VCTs by df-pn in a graph of positions. It returns a [`Win`], the complete tree of
//! attacks and replies, which is believed only after a replay, and never claims that there is no win.
//! Imports: `position` and below.

mod attacks;
mod dfpn;
mod follow_up;
mod graph;
mod solver;
mod win;

pub use dfpn::VctLimits;
pub use follow_up::FollowUp;
pub use solver::VctSolver;
pub use win::{Replay, ThreatTree, Win};
