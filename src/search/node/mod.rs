//! One node of the principal variation search.
//!
//! The steps of `Worker::pvs` in their order; each returns a score or continues with the next. The last
//! column is what the search loses without a step: mean win probability of the moves it chooses in contested
//! positions at 32,000 nodes, in thousandths, where one is some 7 Elo and the standard error 3
//! (`docs/log/search.md`).
//!
//! | | Step | File | Function | Worth |
//! |--:|---|---|---|--:|
//! | 1 | node count, stop | `worker` | `count_node` | |
//! | 2 | node above a blocked move | `blocked` | `search_above_block` | |
//! | 3 | forced result: five, open four, draw, unstoppable five or open four | `forced_state` | `ForcedState::of` | |
//! | 4 | mate distance pruning | `kind` | `narrow_to_possible_scores` | |
//! | 5 | extension of replies to a five | `pvs` | `pvs` | |
//! | 6 | double three that wins | `threat::double_three` | `winning_double_three` | |
//! | 7 | transposition cut-off | `pvs` | `cutoff` | |
//! | 8 | static evaluation, unless a five must be stopped | `worker` | `evaluate` | |
//! | 9 | stand pat at leaves | `prune` | `stands_pat` | |
//! | 10 | reverse futility pruning | `prune` | `reverse_futility` | 6 |
//! | 11 | VCF | `pvs` | `win_by_fours` | 15 |
//! | 12 | static evaluation as a leaf's score | `pvs` | `pvs` | |
//! | 13 | razoring | `prune` | `razoring` | 8 |
//! | 14 | extension of replies to an open four | `pvs` | `pvs` | 10 |
//! | 15 | move ordering: the table's move, then by policy or patterns | `moves` | `MovePicker` | policy 25 |
//! | 16 | move ordering by history | `moves` | `MoveList` | 5, with its part in 18 |
//! | 17 | late-move pruning | `move_loop` | `search_moves` | 13 |
//! | 18 | late-move reduction | `move_loop` | `reduction` | 8 |
//! | 19 | history update | `finish` | `update_history` | see 16 |
//! | 20 | transposition table update | `finish` | `store_result` | |
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
