//! How much a tool thinks about a position, and the search that keeps to it.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::interrupt::Interrupt;
use rustgomo::board::Board;
use rustgomo::geometry::Square;
use rustgomo::rules::Rule;
use rustgomo::search::{Control, Limits, Reporter, SearchResult, Searcher, TimeBudget};

/// Time between two looks at the interruption.
const LOOK_INTERVAL: Duration = Duration::from_millis(20);

/// Bounds of the search of one position; the first that is reached ends it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchLimit {
    /// Time; none means no limit.
    pub time: Option<Duration>,
    /// Nodes; none means no limit.
    pub nodes: Option<u64>,
    /// Depth in plies; none means no limit.
    pub depth: Option<u32>,
}

impl fmt::Display for SearchLimit {
    /// The bounds in words: `1.5 s, 20000 nodes, depth 9`.
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
    /// The limit for one of `parts` equal pieces of work; the depth is the same.
    #[must_use]
    pub fn divided(self, parts: u32) -> Self {
        let parts = parts.max(1);
        Self {
            time: self.time.map(|time| time / parts),
            nodes: self.nodes.map(|nodes| (nodes / u64::from(parts)).max(1)),
            depth: self.depth,
        }
    }

    /// Searches a position, leaving out some root moves, until the limit is spent or `interrupt` is raised.
    pub fn search(
        &self,
        searcher: &mut Searcher,
        (board, rule): (&Board, Rule),
        excluded: &[Square],
        interrupt: &Interrupt,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        let excluded = excluded.to_vec();
        let limits = Limits { depth: self.depth, nodes: self.nodes, excluded, ..Limits::default() };
        self.run(searcher, (board, rule), &limits, interrupt, reporter)
    }

    /// Analyses a position: so many lines, level by depth, until the limit is spent or `interrupt` is raised, also where
    /// the move is forced or clear.
    pub fn analyze(
        &self,
        searcher: &mut Searcher,
        (board, rule): (&Board, Rule),
        lines: u32,
        interrupt: &Interrupt,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        let limits =
            Limits { depth: self.depth, nodes: self.nodes, lines, analysis: true, ..Limits::default() };
        self.run(searcher, (board, rule), &limits, interrupt, reporter)
    }

    fn run(
        &self,
        searcher: &mut Searcher,
        (board, rule): (&Board, Rule),
        limits: &Limits,
        interrupt: &Interrupt,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        let maximum = self.time.unwrap_or(Duration::MAX);
        let budget = TimeBudget { optimum: maximum, maximum };
        let control = Arc::new(Control::new(Instant::now(), budget));
        // Relaxed: the flag stands alone.
        let is_done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let watcher = scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) && !interrupt.is_raised() {
                    std::thread::park_timeout(LOOK_INTERVAL);
                }
                control.stop();
            });
            let result = searcher.search(board, rule, limits, &control, reporter);
            is_done.store(true, Ordering::Relaxed);
            watcher.thread().unpark();
            result
        })
    }
}
