//! One node of the principal variation search.
//!
//! The steps of a node, in their order; each says go on, or gives the score. The last column is what a match said of the step, in
//! Elo; its lines in `docs/log/elo.md` tell how it was played, and what was tried and taken out again. Most of these errors reach over zero: then nothing is settled.
//!
//! | Step | Where | Worth |
//! |---|---|---|
//! | moves blocked below the root, where there are any | `blocked` | what the user asks for |
//! | what is forced: fives, replies to fives, open fours, replies to open fours | `forced_state` | exact; not measured |
//! | mate distance | `pvs` | exact; not measured |
//! | extension of forced replies | `pvs` | 0.3 plies less of it: -38 ± 59, -9 ± 67 |
//! | own double three where the opponent has no four | `pvs`, [`threat`](crate::threat) | exact; +6 ± 21, +7 ± 17 |
//! | transposition table | `pvs` | not measured |
//! | static evaluation; stand pat at leaves | `pvs` | not measured |
//! | reverse futility | `prune`, `pvs` | margin 140 instead of 85: +3 ± 14 |
//! | win by continuous fours | `pvs`, [`threat`](crate::threat) | budget 50 instead of 142: +49 ± 33; 90 instead of 30: +5 ± 14 |
//! | razoring | `prune` | margin 165 instead of 95: +16 ± 14; 300 instead of 150: +27 ± 23; 600 instead of 220: -7 ± 20 |
//! | extension where an open four must be stopped | `pvs` | 0.4 plies: +23 ± 16; 1 instead of 0.3: -18 ± 23 |
//! | order of moves: table, policy, history, counter-move; the table's before the others are listed | `moves` | policy instead of patterns: +30 ± 35; 5 to 7 % less time |
//! | late-move pruning | `move_loop` | exponent 190 instead of 140: +9 ± 14; 225 instead of 175: +21 ± 23; against open fours, with reductions: +47 ± 63, +59 ± 58, -9 ± 53 |
//! | late-move reduction | `move_loop` | slope 1.3 instead of 0.7: +36 ± 34; 1.5 instead of 0.95: -2 ± 14; by the gap 430 instead of 210: +5 ± 14 |
//! | history and table | `finish` | not measured; continuation history: -5 ± 35, taken out |
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
