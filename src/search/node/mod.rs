//! One node of the principal variation search.
//!
//! The steps of a node, in their order; each says go on, or gives the score. The last column is what a match said of the step, in
//! Elo; its lines in `docs/elo-log.md` tell how it was played. Most of these errors reach over zero: then nothing is settled.
//!
//! | Step | Where | Worth |
//! |---|---|---|
//! | moves blocked below the root, where there are any | `blocked` | what the user asks for |
//! | what is forced: fives, replies to fives, open fours, replies to open fours | `situation` | exact; not measured |
//! | mate distance | `pvs` | exact; not measured |
//! | extension of forced replies | `pvs` | 0.3 plies less of it: -38 ± 59, -9 ± 67 |
//! | transposition table | `pvs` | not measured |
//! | static evaluation; stand pat at leaves | `pvs` | not measured |
//! | reverse futility | `prune`, `pvs` | smaller margin: +22 ± 51, -22 ± 51; verified by fours: +8 ± 29, off |
//! | win by continuous fours | `pvs`, [`threat`](crate::threat) | budget 50 instead of 142: +49 ± 33; 20: -9 ± 34 |
//! | razoring | `prune` | margin 80 instead of 150: -31 ± 48 |
//! | fail-high reduction at expected cut nodes | `prune`, `pvs` | -2 ± 39, off |
//! | order of moves: table, policy, history, counter-move | `moves` | policy instead of patterns: +30 ± 35 |
//! | late-move pruning | `move_loop` | fewer moves: -31 ± 48; against open fours, with reductions: +47 ± 63, +59 ± 58, -9 ± 53 |
//! | singular extension and multi-cut | `move_loop` | +33 ± 44, later +6 ± 34 with another change, off |
//! | late-move reduction | `move_loop` | slope 1.3 instead of 0.7: +36 ± 34, later -6 ± 22 |
//! | reduction behind a raised alpha | `move_loop` | not measured alone, off |
//! | history and table | `finish` | not measured; continuation history: -5 ± 35, taken out |
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
