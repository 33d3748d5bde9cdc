//! The workbench of the engine [`rustgomo`]: functions from options to a report on a given writer.
//!
//! Long-running tools report their progress ([`meter`]) and can be interrupted ([`StopHandle`](rustgomo::StopHandle)); they then return partial results. The
//! options of a tool are declared beside it, with clap's derives. [`cli`] dispatches to the tools and owns the standard streams;
//! everything else gets a reader and a writer.

pub mod analyze;
pub mod bench;
pub mod board_server;
pub mod caption;
pub mod cli;
pub mod database;
pub mod drawing;
pub mod fastchess;
pub mod files;
pub mod games;
mod golden_section;
pub mod gtp_regress;
pub mod learn;
pub mod matches;
pub mod meter;
pub mod network;
pub mod opening;
pub mod opening_report;
pub mod options;
pub mod review;
pub mod search_limit;
pub mod selfplay;
pub mod shard;
pub mod spsa;
pub mod tactics;
pub mod threats;
pub mod train;
pub mod training_games;
pub mod tune;
mod values;
