//! Training records: the engine plays itself from random balanced openings.
//!
//! Key idea: every game follows from the run's seed and its own number alone, so runs can be split between machines
//! (`shard`) and broken off and continued at any game. Imports: `search`, `record`. Used by: `cli`, `tools::tune`.

mod check;
mod manifest;
mod midgame_start;
mod opening;
mod player;
mod report;
mod run;
mod search;

pub use check::check;
pub use manifest::{Manifest, ManifestError, Session, write_manifest};
pub use player::{SelfPlayer, Shares, Variant};
pub use report::{FileStats, check_file, dump, stats};
pub use run::{SelfplayOptions, Status, Summary, run};
