//! One node of the principal variation search.
//!
//! The steps in the order of `Worker::pvs`; each returns a score or continues with the next.
//! The last column is the change in Elo when the step is switched off; the matches are in `docs/log/elo.md`.
//!
//! | Step | File | Function | Elo when switched off |
//! |---|---|---|---|
//! | node count, stop | `worker` | `count_node` | required |
//! | node above a blocked move | `blocked` | `search_above_block` | required |
//! | forced result: five, open four, draw, unstoppable five or open four | `forced_state` | `ForcedState::of` | – |
//! | mate distance pruning | `kind` | `narrow_to_possible_scores` | – |
//! | extension of replies to a five | `pvs` | `pvs` | – |
//! | double three that wins | `threat::double_three` | `winning_double_three` | – |
//! | transposition cut-off | `pvs` | `cutoff` | – |
//! | static evaluation, unless a five must be stopped | `worker` | `evaluate` | required |
//! | stand pat at leaves | `prune` | `stands_pat` | – |
//! | reverse futility pruning | `prune` | `reverse_futility` | – |
//! | VCF | `pvs` | `win_by_fours` | – |
//! | static evaluation as a leaf's score | `pvs` | `pvs` | required |
//! | razoring | `prune` | `razoring` | – |
//! | extension of replies to an open four | `pvs` | `pvs` | – |
//! | move ordering: table, then policy or patterns, history, counter-move | `moves` | `MovePicker` | – |
//! | late-move pruning | `move_loop` | `search_moves` | – |
//! | late-move reduction | `move_loop` | `reduction` | – |
//! | history and counter-move update | `finish` | `update_history` | – |
//! | transposition table update | `finish` | `store_result` | – |
//!
//! Imports: `threat`, `eval` and below. Used by: `search`.

mod blocked;
mod finish;
mod forced_state;
mod kind;
mod move_loop;
mod moves;
mod prune;
mod pvs;

pub(super) use forced_state::ForcedState;
pub(super) use kind::{Node, NodeKind};
pub(super) use move_loop::NodeContext;
pub(super) use moves::ListedMove;
