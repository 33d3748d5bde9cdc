//! The workbench of the engine [`rustgomo`]: functions from options to a report on a given writer.
//!
//! Tools that take long report their progress ([`meter`]) and end with what they have when asked to ([`interrupt`]). [`cli`] turns arguments
//! into calls of the tools and owns the standard streams; everything else gets a reader and a writer.

pub mod analyze;
pub mod caption;
pub mod cli;
pub mod database;
pub mod drawing;
pub mod fastchess;
pub mod files;
pub mod games;
mod golden_section;
pub mod gtp_regress;
pub mod interrupt;
pub mod matches;
pub mod meter;
pub mod network;
pub mod opening;
pub mod review;
pub mod search_limit;
pub mod selfplay;
pub mod shard;
pub mod speedtest;
pub mod spsa;
pub mod tactics;
pub mod threats;
pub mod train;
pub mod training_games;
pub mod tune;
