//! Arguments of `rustgomo network`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::values;
use rustgomo::rules::Rule;

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum NetworkTool {
    /// Show what a network file holds: rule, shape, size, hashes, the share of numbers at their limits.
    ///
    /// Nothing here is random.
    Show(ShowArgs),
    /// Judge networks by the results of held-out games: the loss of the static evaluation and of the searched score.
    ///
    /// Each held-out game, one in twenty of every file, gives one position in which nothing is forced. The same files, options and
    /// seed give the same figures.
    Compare(CompareArgs),
}

#[derive(Debug, Args)]
pub(in crate::cli) struct ShowArgs {
    /// The file.
    pub(in crate::cli) file: PathBuf,
    /// Report as JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct CompareArgs {
    /// Network files of one rule; `embedded` is the network that the program contains, `classical` the evaluation without one.
    /// The others are compared with the first.
    #[arg(required = true, value_name = "NETWORK")]
    pub(in crate::cli) networks: Vec<PathBuf>,
    /// Training records, as `selfplay` writes them; may be given several times.
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    pub(in crate::cli) games: Vec<PathBuf>,
    /// Rule of the positions, if no network file tells it.
    #[arg(long, value_parser = values::rule)]
    pub(in crate::cli) rule: Option<Rule>,
    /// Nodes of each search; 0 judges the static evaluation alone.
    #[arg(long, default_value_t = 500)]
    pub(in crate::cli) nodes: u64,
    /// Positions, at most.
    #[arg(long, default_value_t = 4000, value_parser = values::within(1..=usize::MAX))]
    pub(in crate::cli) positions: usize,
    /// Seed of the choice of positions.
    #[arg(long, default_value_t = 1)]
    pub(in crate::cli) seed: u64,
    /// Threads; 0 takes all cores.
    #[arg(long, default_value_t = 0, value_parser = values::threads)]
    pub(in crate::cli) threads: usize,
    /// Report as JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}
