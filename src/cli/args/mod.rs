//! The workbench's arguments, one file a tool; the help text is the manual.

mod matches;
mod selfplay;
mod tune;

pub(super) use matches::MatchArgs;
pub(super) use selfplay::SelfplayArgs;
pub(super) use tune::TuneArgs;

use clap::{Parser, Subcommand};

/// Developers' and analysts' tools of the RustGomo engine.
#[derive(Debug, Parser)]
#[command(name = "rustgomo", version, about)]
pub(super) struct Args {
    /// What to do.
    #[command(subcommand)]
    pub(super) tool: Tool,
}

/// A tool.
#[derive(Debug, Subcommand)]
pub(super) enum Tool {
    /// Search fixed positions to a fixed depth: prints the node count, which identifies the search, and the speed.
    Bench {
        /// Depth of each search in plies.
        depth: Option<u32>,
    },
    /// Play engines against each other and measure the difference in strength.
    Match(Box<MatchArgs>),
    /// Play the engine against itself and keep the games as training records.
    Selfplay(SelfplayArgs),
    /// Fit the evaluation's weights to the results of recorded games.
    Tune(TuneArgs),
}
