//! One node of the principal variation search.
//!
//! The steps of a node, in their order; each says go on, or gives the score. `docs/elo-log.md` tells what was measured.
//!
//! | Step | Where |
//! |---|---|
//! | moves blocked below the root, where there are any | `blocked` |
//! | what is forced: fives, replies to fives, open fours, replies to open fours | `situation` |
//! | mate distance, extension of forced replies | `pvs` |
//! | transposition table | `pvs` |
//! | static evaluation; stand pat at leaves | `pvs` |
//! | reverse futility | `prune`, `pvs` |
//! | win by continuous fours | `pvs`, [`threat`](crate::threat) |
//! | razoring | `prune` |
//! | fail-high reduction at expected cut nodes | `prune`, `pvs` |
//! | order of moves: table, policy, history, counter-move | `moves` |
//! | late-move pruning | `move_loop` |
//! | singular extension and multi-cut | `move_loop` |
//! | late-move reduction | `move_loop` |
//! | history and table | `finish` |
//!
//! Imports: `threat`, `eval` and below. Used by: `search`.

mod blocked;
mod finish;
mod kind;
mod move_loop;
mod moves;
mod prune;
mod pvs;
mod situation;

pub(super) use kind::{Node, NodeKind, PLY};
pub(super) use move_loop::Context;
pub(super) use moves::ListedMove;
pub(super) use situation::Situation;
