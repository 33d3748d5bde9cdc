//! Arguments of `rustgomo selfplay`.

use std::path::PathBuf;

use clap::Args;

use super::networks::NetworkArgs;
use super::values;
use crate::selfplay::{Options, Shares, Variant};
use crate::shard::Shard;
use rustgomo::engine::network_files::NetworkFileError;
use rustgomo::geometry::BoardSize;
use rustgomo::rules::Rule;

/// Plays games from random balanced openings, or reads a file of such games. Each game follows from the seed and its
/// number alone; run the same command again to continue after an interruption. At its end a run leaves a manifest in
/// FILE.json: what was played, by which engine and networks, and the hash of the file.
#[derive(Debug, Args)]
pub(in crate::cli) struct SelfplayArgs {
    /// File to begin or continue; with --stats, --dump or --check, the file to read; with --merge, the file to make.
    pub(in crate::cli) file: PathBuf,
    #[command(flatten)]
    pub(in crate::cli) reading: Reading,
    /// Games of the whole run, over all shards.
    #[arg(long, default_value_t = 1000, value_parser = values::within(1..=u64::MAX))]
    games: u64,
    /// Nodes a move, varied by a fifth.
    #[arg(long, default_value_t = 5000, value_parser = values::within(10..=u32::MAX))]
    nodes: u32,
    /// Rules, taken in turn: freestyle, standard, renju, caro, exact-caro.
    #[arg(long, value_delimiter = ',', default_value = "freestyle", value_parser = values::rule)]
    rule: Vec<Rule>,
    /// Boards such as 15 or 20x15, taken in turn with every rule.
    #[arg(long, value_delimiter = ',', default_value = "15", value_parser = values::size)]
    size: Vec<BoardSize>,
    /// Seed of the run; all shards need the same.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Play only one part of the run, such as 2/8 for the second of eight.
    #[arg(long, default_value = "1/1")]
    shard: Shard,
    /// Games of a hundred that begin on a board of 24 to 80 stones, on which nobody stands better.
    #[arg(long, default_value_t = 0, value_parser = values::within(0..=100_u32))]
    crowded: u32,
    /// Quiet positions of a hundred whose search finds five lines, with three times the nodes: the policy then learns from
    /// all of them.
    #[arg(long, default_value_t = 0, value_parser = values::within(0..=100_u32))]
    lines: u32,
    #[command(flatten)]
    networks: NetworkArgs,
    /// Games at the same time; 0 takes all cores.
    #[arg(long, default_value_t = 1, value_parser = values::threads)]
    threads: usize,
    /// Print figures as one line of JSON; with --dump, each game as one.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

/// What to do with a file instead of playing.
#[derive(Debug, Args)]
#[group(multiple = false)]
pub(in crate::cli) struct Reading {
    /// Count what the file holds, and play nothing.
    #[arg(long)]
    pub(in crate::cli) stats: bool,
    /// Print the games as text, and play nothing.
    #[arg(long)]
    pub(in crate::cli) dump: bool,
    /// Replay every game under the rules, and play nothing.
    #[arg(long)]
    pub(in crate::cli) check: bool,
    /// Merge the files of all shards into FILE, which must not exist, and play nothing.
    #[arg(long, num_args = 1.., value_name = "PART")]
    pub(in crate::cli) merge: Vec<PathBuf>,
}

impl SelfplayArgs {
    /// What to play.
    ///
    /// # Errors
    /// If a network file cannot be used.
    pub(in crate::cli) fn options(&self) -> Result<Options, NetworkFileError> {
        let variants =
            self.rule.iter().flat_map(|&rule| self.size.iter().map(move |&size| Variant { rule, size }));
        Ok(Options {
            out: self.file.clone(),
            games: self.games,
            nodes: self.nodes,
            variants: variants.collect(),
            seed: self.seed,
            shard: self.shard,
            threads: values::cores(self.threads),
            networks: self.networks.networks()?,
            shares: Shares { crowded: self.crowded, lines: self.lines },
        })
    }
}
