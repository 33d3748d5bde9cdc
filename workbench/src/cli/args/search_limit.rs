//! How much to think: arguments that several tools share.

use std::time::Duration;

use clap::Args;

use super::values;
use crate::search_limit::SearchLimit;

#[derive(Debug, Args)]
pub(in crate::cli) struct EffortArgs {
    /// Seconds of thinking for each position [default: 5 unless nodes or a depth are given].
    #[arg(long, allow_negative_numbers = true)]
    time: Option<f64>,
    /// Nodes for each position; with one thread the result is then repeatable.
    #[arg(long, value_parser = values::within(1..=u64::MAX))]
    nodes: Option<u64>,
    /// Depth in plies.
    #[arg(long, value_parser = values::within(1..=u32::MAX))]
    depth: Option<u32>,
    /// Search threads; 0 takes all cores.
    #[arg(long, default_value_t = 1, value_parser = values::search_threads)]
    threads: usize,
    /// Transposition table, MiB.
    #[arg(long, default_value_t = 64, value_parser = values::within(1..=32_768_u16))]
    memory: u16,
}

impl EffortArgs {
    /// The limit; `default_s` seconds if nothing is given.
    pub(in crate::cli) fn limit(&self, default_s: f64) -> Result<SearchLimit, String> {
        let is_free = self.nodes.is_none() && self.depth.is_none();
        let seconds = self.time.or(is_free.then_some(default_s));
        let time =
            seconds.map(|s| Duration::try_from_secs_f64(s).map_err(|_| "expected --time of 0 or more"));
        Ok(SearchLimit { time: time.transpose()?, nodes: self.nodes, depth: self.depth })
    }

    /// Search threads, at least 1.
    pub(in crate::cli) fn threads(&self) -> usize {
        values::cores(self.threads)
    }

    /// Size of the transposition table.
    pub(in crate::cli) fn table_bytes(&self) -> usize {
        usize::from(self.memory) << 20
    }
}
