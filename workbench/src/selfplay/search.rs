//! Searches without a time limit.

use std::sync::Arc;
use std::time::Instant;

use rustgomo::board::Board;
use rustgomo::rules::Rule;
use rustgomo::search::{Control, Limits, SearchResult, Searcher, Silent, TimeBudget};

/// Searches with a limit of nodes.
pub(super) fn search_nodes(searcher: &mut Searcher, board: &Board, rule: Rule, nodes: u32) -> SearchResult {
    search(searcher, board, rule, &Limits { nodes: Some(nodes.into()), ..Limits::default() })
}

/// Searches with limits.
pub(super) fn search(searcher: &mut Searcher, board: &Board, rule: Rule, limits: &Limits) -> SearchResult {
    let control = Arc::new(Control::new(Instant::now(), TimeBudget::UNLIMITED));
    searcher.search(board, rule, limits, &control, &mut Silent)
}
