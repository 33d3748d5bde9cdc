//! The workbench of the engine [`rustgomo`]: functions from options to a report on a given writer.
//!
//! It is a program; only its tests reach into this library. Long-running tools report their progress (`meter`) and can be interrupted
//! ([`StopHandle`](rustgomo::StopHandle)); they then return partial results. The options of a tool are declared beside it, with
//! clap's derives. `cli` dispatches to the tools and owns the standard streams; everything else gets a reader and a writer.

#![expect(
    unreachable_pub,
    reason = "no other crate uses the modules of a program, and pub means for all of them"
)]

mod analyze;
mod bench;
mod board_server;
mod caption;
mod cli;
mod database;
mod drawing;
mod fastchess;
mod files;
mod games;
mod golden_section;
mod gtp_regress;
mod learn;
// For the test with engines that misbehave, which needs an executable of its own.
#[doc(hidden)]
pub mod matches;
mod meter;
mod network;
mod opening;
mod opening_report;
mod options;
mod review;
mod search_limit;
mod selfplay;
mod shard;
mod spsa;
mod tactics;
#[cfg(test)]
mod tests;
mod train;
mod training_games;
mod tune;
mod values;

pub use cli::run_workbench;
