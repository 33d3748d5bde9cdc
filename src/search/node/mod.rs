//! One node of the principal variation search: `pvs` has its steps in their order, each of which returns a
//! score or continues with the next.
//!
//! Imports: `threat`, `eval` and below. Used by: `search`.

mod finish;
mod forced_state;
mod kind;
mod move_loop;
mod moves;
mod prune;
mod pvs;
mod transposition;

pub(crate) use forced_state::ForcedState;
pub(super) use kind::{Node, NodeKind};
pub(super) use move_loop::NodeContext;
pub(super) use moves::ListedMove;
