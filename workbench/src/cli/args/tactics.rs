//! Arguments of `rustgomo tactics`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::networks::NetworkArgs;
use super::search_limit::EffortArgs;
use crate::cli::output::OverwriteArgs;
use rustgomo::rules::Rule;

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum TacticsArgs {
    /// Look through training records for forced wins, prove them, and write them as a set.
    Mine(MineArgs),
    /// Search the positions of a set and count the wins that are found.
    Solve(SolveArgs),
    /// Analyse the positions of a set and play out every win that is shown against every reply.
    Replay(ReplayArgs),
}

#[derive(Debug, Args)]
pub(in crate::cli) struct MineArgs {
    /// Records of `selfplay`.
    #[arg(required = true)]
    pub(in crate::cli) files: Vec<PathBuf>,
    /// The set to write.
    #[arg(short, long, value_name = "FILE")]
    pub(in crate::cli) out: PathBuf,
    #[command(flatten)]
    pub(in crate::cli) overwrite: OverwriteArgs,
    /// Positions of each rule.
    #[arg(long, default_value_t = 70, value_parser = super::values::within(1..=usize::MAX))]
    pub(in crate::cli) count: usize,
    /// Only games of this rule.
    #[arg(long, value_parser = super::values::rule)]
    pub(in crate::cli) rule: Option<Rule>,
    /// Nodes of the search that finds a win.
    #[arg(long, default_value_t = 300_000, value_parser = super::values::within(1..=u64::MAX))]
    pub(in crate::cli) nodes: u64,
    /// Nodes with which it must not be found yet.
    #[arg(long, default_value_t = 2_000)]
    pub(in crate::cli) hard_nodes: u64,
    /// Shortest win that is taken, plies.
    #[arg(long, default_value_t = 11)]
    pub(in crate::cli) min_plies: usize,
    /// Plies before a game's proved end up to which positions are looked at.
    #[arg(long, default_value_t = 8)]
    pub(in crate::cli) back: usize,
    /// Searches for the attacker's moves in a proof, at most.
    #[arg(long, default_value_t = 400, value_parser = super::values::within(1..=u32::MAX))]
    pub(in crate::cli) proof_searches: u32,
    /// Report as JSON how many were found.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct SolveArgs {
    #[command(flatten)]
    pub(in crate::cli) set: SetArgs,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct ReplayArgs {
    #[command(flatten)]
    pub(in crate::cli) set: SetArgs,
    /// Lines of each analysis.
    #[arg(long, default_value_t = 3, value_parser = super::values::within(1..=u32::MAX))]
    pub(in crate::cli) lines: u32,
    /// Searches behind one win, at most.
    #[arg(long, default_value_t = 2_000, value_parser = super::values::within(1..=u32::MAX))]
    pub(in crate::cli) searches: u32,
}

/// A set, and how its positions are searched.
#[derive(Debug, Args)]
pub(in crate::cli) struct SetArgs {
    /// The set.
    pub(in crate::cli) file: PathBuf,
    #[command(flatten)]
    pub(in crate::cli) limit: EffortArgs,
    /// Every position whose place is a multiple of this, to be done sooner.
    #[arg(long, default_value_t = 1, value_parser = super::values::within(1..=usize::MAX))]
    pub(in crate::cli) every: usize,
    #[command(flatten)]
    pub(in crate::cli) networks: NetworkArgs,
    /// Report as JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}
