//! How each position is searched, as options.

use std::time::Duration;

use clap::Args;

use crate::values;
use rustgomo::eval::Networks;
use rustgomo::search::{Limits, Searcher, TimeBudget};

/// Limits of the search of each position; the first that is reached ends it.
#[derive(Clone, Copy, Debug, Args)]
pub struct LimitOptions {
    /// Seconds for each position [default: 5 for analyze and database grow, 1 for review and tactics; no
    /// limit with --nodes or --depth].
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = values::seconds)]
    time: Option<Duration>,
    /// Nodes for each position; with one thread the result is repeatable.
    #[arg(long, value_parser = values::within(1..=u64::MAX))]
    nodes: Option<u64>,
    /// Depth in plies.
    #[arg(long, value_parser = values::within(1..=u32::MAX))]
    depth: Option<u32>,
}

impl LimitOptions {
    /// These limits; a time of `default` if there are none.
    pub fn limits(&self, default: Duration) -> Limits {
        let Self { time, nodes, depth } = *self;
        let is_bounded = nodes.is_some() || depth.is_some();
        let time = time.or((!is_bounded).then_some(default)).map(TimeBudget::fixed);
        Limits { time: time.unwrap_or_default(), nodes, depth, ..Limits::default() }
    }
}

/// How each position is searched.
#[derive(Clone, Copy, Debug, Args)]
pub struct SearchOptions {
    #[command(flatten)]
    limits: LimitOptions,
    /// Search threads; 0 uses all cores.
    #[arg(long, default_value_t = 1, value_parser = values::search_threads)]
    threads: usize,
    /// Size of the transposition table in MiB.
    #[arg(long, default_value_t = 64, value_parser = values::within(1..=32_768_u16))]
    memory: u16,
}

impl SearchOptions {
    /// The limits; a time of `default` if none are given.
    pub fn limits(&self, default: Duration) -> Limits {
        self.limits.limits(default)
    }

    /// The limits of an analysis of this number of lines, which does not stop early at a forced move.
    pub fn analysis_limits(&self, lines: u32, default: Duration) -> Limits {
        Limits { lines, analysis: true, ..self.limits(default) }
    }

    /// A searcher with these threads, this table and these networks.
    pub fn searcher(&self, networks: Networks) -> Searcher {
        let mut searcher = Searcher::new(usize::from(self.memory) << 20);
        searcher.set_threads(values::cores(self.threads));
        searcher.set_networks(networks);
        searcher
    }
}

/// `1.5 s, 20000 nodes, depth 9`, or `no limit`.
pub fn described(limits: &Limits) -> String {
    let time = limits.time.maximum;
    let time = (time != Duration::MAX).then(|| format!("{} s", time.as_secs_f64()));
    let nodes = limits.nodes.map(|nodes| format!("{nodes} nodes"));
    let depth = limits.depth.map(|depth| format!("depth {depth}"));
    let bounds: Vec<String> = [time, nodes, depth].into_iter().flatten().collect();
    if bounds.is_empty() { "no limit".to_owned() } else { bounds.join(", ") }
}
