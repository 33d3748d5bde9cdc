//! The workbench's arguments, one file a tool; the help text is the manual.

pub(super) mod analyze;
mod effort;
mod matches;
pub(super) mod opening;
pub(super) mod review;
pub(super) mod speedtest;
mod values;

pub(super) use matches::MatchArgs;

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
    /// Tell what the engine thinks of a position: variations, score, win rate, forced wins, pictures.
    Analyze(Box<analyze::AnalyzeArgs>),
    /// Go through a game and mark the mistakes.
    Review(review::ReviewArgs),
    /// Measure the speed with several numbers of threads.
    Speedtest(speedtest::SpeedtestArgs),
    /// Make, check and show openings.
    #[command(subcommand)]
    Opening(opening::OpeningArgs),
}
