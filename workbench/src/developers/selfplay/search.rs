//! Searches without a time limit.

use rustgomo::StopHandle;
use rustgomo::board::Board;
use rustgomo::rules::Rule;
use rustgomo::search::{Limits, SearchResult, Searcher, Silent};

/// Searches with a limit of nodes.
pub(super) fn search_nodes(searcher: &mut Searcher, board: &Board, rule: Rule, nodes: u32) -> SearchResult {
    search(searcher, board, rule, &Limits::nodes(nodes.into()))
}

pub(super) fn search(searcher: &mut Searcher, board: &Board, rule: Rule, limits: &Limits) -> SearchResult {
    searcher.search(board, rule, limits, &StopHandle::new(), &mut Silent)
}
