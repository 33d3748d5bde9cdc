//! The search: iterative deepening ([`Searcher`]) around a principal variation search (`node`).
//!
//! Every node first determines what is forced: a five, a reply to a five, an open four, a reply to one. If
//! nothing is, the squares near stones are searched, unless the evaluation or a VCF settles it. Imports:
//! `threat`, `eval` and below. Used by: `decision` and above.

mod analysis;
#[doc(hidden)]
pub mod bench;
mod control;
mod depth;
mod history;
mod iterate;
mod lost_moves;
mod node;
mod parameters;
mod pool;
mod result;
mod root;
mod root_node_counts;
mod searcher;
mod single_reply;
#[doc(hidden)]
pub mod table;
mod time_manager;
mod tuning;
mod vote;
mod worker;
mod workspace;

#[doc(hidden)]
pub use control::Control;
pub use control::{NodeCounter, TimeBudget};
#[doc(hidden)]
pub use depth::Depth;
pub(crate) use node::ForcedState;
#[doc(hidden)]
pub use parameters::{PARAMETERS, Parameter, Parameters};
#[doc(hidden)]
pub use pool::{MAX_THREADS, STACK_BYTES};
#[doc(hidden)]
pub use result::nodes_per_second;
pub use result::{BlockedMove, KnownMove, Limits, Progress, Reporter, SearchResult, Silent, Variation};
pub use searcher::Searcher;
