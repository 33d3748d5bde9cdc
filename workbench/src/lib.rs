//! The workbench of the engine [`rustgomo`]: functions from options to a report on a given writer.
//!
//! It is a program; only its tests reach into this library. Long-running tools report their progress
//! (`meter`) and can be interrupted ([`StopHandle`](rustgomo::StopHandle)); they then return partial results.
//! The options of a tool are declared beside it, with clap's derives. `cli` dispatches to the tools and owns
//! the standard streams; everything else gets a reader and a writer.

#![expect(
    unreachable_pub,
    reason = "no other crate uses the modules of a program, and pub means for all of them"
)]

mod cli;
// `matches` is visible to the test with engines that misbehave, which needs an executable of its own.
#[doc(hidden)]
pub mod developers;
mod files;
mod meter;
mod options;
mod players;
mod search_options;
mod statistics;
#[cfg(test)]
mod tests;
mod threads;
mod training_games;
mod values;

pub use cli::run_workbench;
