//! Limits of the search of one position as options.

use std::fmt;
use std::time::Duration;

use clap::Args;

use crate::values;
use rustgomo::eval::Networks;
use rustgomo::search::{Limits, Searcher, TimeBudget};

/// Limits of the search of one position; the first that is reached ends it. `None` means no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Args)]
pub struct SearchLimit {
    /// Seconds for each position [default: 5 for analyze and database grow, 1 for review and tactics; no limit with --nodes or --depth].
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = values::seconds)]
    pub time: Option<Duration>,
    /// Nodes for each position; with one thread the result is repeatable.
    #[arg(long, value_parser = values::within(1..=u64::MAX))]
    pub nodes: Option<u64>,
    /// Depth in plies.
    #[arg(long, value_parser = values::within(1..=u32::MAX))]
    pub depth: Option<u32>,
}

/// How each position is searched.
#[derive(Clone, Copy, Debug, Args)]
pub struct SearchOptions {
    #[command(flatten)]
    limit: SearchLimit,
    /// Search threads; 0 uses all cores.
    #[arg(long, default_value_t = 1, value_parser = values::search_threads)]
    threads: usize,
    /// Size of the transposition table in MiB.
    #[arg(long, default_value_t = 64, value_parser = values::within(1..=32_768_u16))]
    memory: u16,
}

impl SearchOptions {
    /// The limit; `default` if none is given.
    pub fn limit(&self, default: Duration) -> SearchLimit {
        self.limit.or_time(default)
    }

    /// A searcher with these threads, this table and these networks.
    pub fn searcher(&self, networks: Networks) -> Searcher {
        let mut searcher = Searcher::new(usize::from(self.memory) << 20);
        searcher.set_threads(values::cores(self.threads));
        searcher.set_networks(networks);
        searcher
    }
}

impl fmt::Display for SearchLimit {
    /// `1.5 s, 20000 nodes, depth 9`, or `no limit`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = self.time.map(|time| format!("{} s", time.as_secs_f64()));
        let nodes = self.nodes.map(|nodes| format!("{nodes} nodes"));
        let depth = self.depth.map(|depth| format!("depth {depth}"));
        let bounds: Vec<String> = [time, nodes, depth].into_iter().flatten().collect();
        f.write_str(if bounds.is_empty() { "no limit" } else { "" })?;
        f.write_str(&bounds.join(", "))
    }
}

impl SearchLimit {
    /// This limit; a time if there is none.
    #[must_use]
    pub fn or_time(self, default: Duration) -> Self {
        let time = (self == Self::default()).then_some(default);
        Self { time: self.time.or(time), ..self }
    }

    /// Time and nodes divided by `parts`; the depth stays.
    #[must_use]
    pub fn divided(self, parts: u32) -> Self {
        let parts = parts.max(1);
        Self {
            time: self.time.map(|time| time / parts),
            nodes: self.nodes.map(|nodes| (nodes / u64::from(parts)).max(1)),
            depth: self.depth,
        }
    }

    /// The same for the engine.
    pub fn limits(&self) -> Limits {
        let time = self.time.map_or(TimeBudget::UNLIMITED, TimeBudget::fixed);
        Limits { time, depth: self.depth, nodes: self.nodes, ..Limits::default() }
    }

    /// The limits of an analysis with `lines` variations (multi-PV), which does not stop early at a forced move.
    pub fn of_analysis(&self, lines: u32) -> Limits {
        Limits { lines, analysis: true, ..self.limits() }
    }
}
