//! Victory by continuous threats: forced wins that are made of threes as well as of fours.
//!
//! A threat is a move after which its side would win by continuous fours if it could move again. The defender then has
//! few replies that do not lose at once: those that upset the win, and fours. [`FollowUp`] lists them completely, so a
//! position is won for the attacker if each of them loses, whatever else the defender might play.
//!
//! [`VctSolver`] searches such wins by proof numbers, depth-first (df-pn), in a graph where equal positions are one node.
//! What it returns is a [`Win`], the whole tree of attacks and replies, and only after it has replayed that tree; it never
//! claims that there is no win. Imports: `position` and below.

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
