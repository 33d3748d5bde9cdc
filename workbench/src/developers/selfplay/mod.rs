//! Self-play: generates training records from random balanced openings.
//!
//! Every game depends on the seed of the run and its own number only, so runs can be split between machines
//! (`shard`), interrupted and continued at any game.

mod manifest;
mod midgame_start;
mod opening;
mod options;
mod player;
pub(crate) mod report;
mod run;
mod test_set;

pub(crate) use manifest::file_id;
pub use manifest::write_manifest;
pub use options::SelfplayOptions;
pub use player::{SelfPlayer, Shares};
pub use report::{FileStats, dump, stats};
pub use run::{Status, Summary, per_second, run};
pub use test_set::{TestSetOptions, make_test_set};
