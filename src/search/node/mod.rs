//! One node of the principal variation search.
//!
//! The steps in the order of `Worker::pvs`; each returns a score or continues with the next.
//! The last column is the change in Elo when the step is switched off: 400 games each of freestyle 15 at 4,000 nodes a
//! move, so the time that a step costs or saves does not count. The matches are in `docs/log/elo.md`.
//!
//! | Step | File | Function | Elo when switched off |
//! |---|---|---|---|
//! | node count, stop | `worker` | `count_node` | required |
//! | node above a blocked move | `blocked` | `search_above_block` | required |
//! | forced result: five, open four, draw, unstoppable five or open four | `forced_state` | `ForcedState::of` | not measured |
//! | mate distance pruning | `kind` | `narrow_to_possible_scores` | not measured |
//! | extension of replies to a five | `pvs` | `pvs` | −10 ± 29 |
//! | double three that wins | `threat::double_three` | `winning_double_three` | +2 ± 21 |
//! | transposition cut-off | `pvs` | `cutoff` | −33 ± 26 |
//! | static evaluation, unless a five must be stopped | `worker` | `evaluate` | required |
//! | stand pat at leaves | `prune` | `stands_pat` | not measured |
//! | reverse futility pruning | `prune` | `reverse_futility` | −39 ± 30 |
//! | VCF | `pvs` | `win_by_fours` | −110 ± 28 |
//! | static evaluation as a leaf's score | `pvs` | `pvs` | required |
//! | razoring | `prune` | `razoring` | −28 ± 25 |
//! | extension of replies to an open four | `pvs` | `pvs` | −40 ± 28 |
//! | move ordering: the table's move | `moves` | `MovePicker` | −21 ± 26 |
//! | move ordering: policy instead of patterns | `moves` | `MoveList` | −10 ± 26 |
//! | move ordering: history; counter-move | `moves` | `MoveList` | +8 ± 25; −4 ± 25 |
//! | late-move pruning | `move_loop` | `search_moves` | −148 ± 31, when it spared tactical moves, PV nodes and depths above 6 |
//! | late-move reduction | `move_loop` | `reduction` | −13 ± 29; its adjustments alone −30 ± 27 |
//! | history and counter-move update | `finish` | `update_history` | see move ordering |
//! | transposition table update | `finish` | `store_result` | not measured |
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
