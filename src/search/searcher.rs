//! The searcher (placeholder until the search lands).

use std::sync::Arc;

use super::{Control, Limits, Progress, Reporter, SearchResult};
use crate::board::Board;
use crate::eval::Score;
use crate::rules::{Rule, is_forbidden, move_wins};

/// Searches positions; keeps its tables between searches.
#[derive(Debug)]
pub struct Searcher {
    table_bytes: usize,
}

impl Searcher {
    /// A searcher whose transposition table takes at most `table_bytes`, allocated when first needed; 0 is allowed.
    pub fn new(table_bytes: usize) -> Self {
        Self { table_bytes }
    }

    /// Changes the size of the table; its contents may be lost.
    pub fn resize(&mut self, table_bytes: usize) {
        self.table_bytes = table_bytes;
    }

    /// Sets the number of search threads, at least 1.
    pub fn set_threads(&mut self, _threads: usize) {}

    /// Forgets everything learned.
    pub fn clear(&mut self) {}

    /// Searches until a limit or the control ends it.
    pub fn search(
        &mut self,
        board: &Board,
        rule: Rule,
        limits: &Limits,
        control: &Arc<Control>,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        let color = board.side_to_move();
        let legal = |s: &crate::geometry::Square| {
            !limits.excluded.contains(s) && !is_forbidden(board, rule, color, *s)
        };
        let best =
            board.empty().iter().find(|&s| move_wins(board, rule, color, s)).or_else(|| {
                board.empty().iter().filter(legal).min_by_key(|s| s.distance(board.size().center()))
            });
        let progress = Progress {
            depth: 1,
            selective_depth: 1,
            score: Score::ZERO,
            nodes: 1,
            elapsed: control.elapsed(),
            line: best.into_iter().collect(),
        };
        if best.is_some() && limits.depth.is_none() && limits.nodes.is_none() {
            while !control.must_stop() && control.elapsed() < control.budget().optimum {
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
        }
        reporter.iteration(&progress);
        SearchResult { best, progress }
    }
}
