//! Options of a self-play run.

use clap::Args;

use super::Shares;
use crate::developers::shard::Shard;
use crate::options::{NetworkOptions, VariantOptions};
use crate::training_games::TEST_SEEDS;
use crate::values;
use rustgomo::geometry::BoardSize;
use rustgomo::rules::Rule;

/// Options of a run.
#[derive(Clone, Debug, Args)]
pub struct SelfplayOptions {
    /// Number of games of the whole run, over all shards.
    #[arg(long, default_value_t = 1000, value_parser = values::within(1..=u64::MAX))]
    pub games: u64,
    /// Nodes for each move, varied randomly by up to a fifth.
    #[arg(long, default_value_t = 5000, value_parser = values::within(10..=u32::MAX))]
    pub nodes: u32,
    /// Rules, taken in turn: freestyle, standard, renju, caro, exact-caro.
    #[arg(long, value_delimiter = ',', default_value = "freestyle")]
    pub rule: Vec<Rule>,
    /// Sizes of the board such as 15 or 20x15, taken in turn with every rule.
    #[arg(long, value_delimiter = ',', default_value = "15")]
    pub size: Vec<BoardSize>,
    /// Seed of the run; the same for all shards.
    #[arg(long, default_value_t = 1, value_parser = values::within(0..=TEST_SEEDS - 1))]
    pub seed: u64,
    /// Play only one part of the run, such as 2/8 for the second of eight.
    #[arg(long, default_value = "1/1")]
    pub shard: Shard,
    /// Shares of special games and positions.
    #[command(flatten)]
    pub shares: Shares,
    /// The evaluation.
    #[command(flatten)]
    pub networks: NetworkOptions,
    /// Number of concurrent games; 0 uses all cores.
    #[arg(long, default_value_t = 1, value_parser = values::threads)]
    pub threads: usize,
}

impl SelfplayOptions {
    /// Every rule with every size, in the order in which games take them.
    pub fn variants(&self) -> Vec<VariantOptions> {
        let of = |&rule| self.size.iter().map(move |&size| VariantOptions { rule, size });
        self.rule.iter().flat_map(of).collect()
    }
}
