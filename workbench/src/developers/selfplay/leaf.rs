//! Leaves of search trees, from which some games start: positions that a search asks about and games seldom reach.

use fastrand::Rng;

use rustgomo::board::Board;
use rustgomo::geometry::Square;
use rustgomo::position::Position;
use rustgomo::rules::Rule;
use rustgomo::search::table::TableView;

/// Follows random moves from the root of a finished search through undecided positions that its table knows, and returns the last
/// one; `None` if that is the root.
pub(super) fn random_leaf(root: &Board, rule: Rule, table: &TableView, random: &mut Rng) -> Option<Board> {
    let mut position = Position::new(root, rule);
    let mut leaf = None;
    while position.is_undecided()
        && let Some(square) = random.choice(searched_moves(&position, table))
    {
        position.play(square);
        if position.is_undecided() {
            leaf = Some(position.board().clone());
        }
    }
    leaf
}

/// The legal moves whose position is in the table.
fn searched_moves(position: &Position, table: &TableView) -> Vec<Square> {
    let board = position.board();
    let is_known = |square| table.entry(position.rule(), board.size(), board.hash_after(square)).is_some();
    position.candidates().iter().filter(|&square| position.is_legal(square) && is_known(square)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::search::search_nodes;
    use super::*;
    use rustgomo::geometry::BoardSize;
    use rustgomo::search::Searcher;
    use rustgomo::search::table::SharedTable;

    #[test]
    fn a_leaf_is_an_undecided_position_that_the_search_has_seen() {
        let shared = SharedTable::default();
        let mut searcher = Searcher::new(1 << 20).sharing(shared.clone());
        let mut root = Board::new(BoardSize::new(15, 15).unwrap());
        for (x, y) in [(7, 7), (8, 8), (7, 8)] {
            root.play(Square::at(x, y)).unwrap();
        }
        search_nodes(&mut searcher, &root, Rule::Renju, 500);
        let table = shared.view().unwrap();
        let mut random = Rng::with_seed(3);
        let leaves: Vec<Board> =
            (0..50).filter_map(|_| random_leaf(&root, Rule::Renju, &table, &mut random)).collect();
        let mut hashes: Vec<u64> = leaves.iter().map(Board::hash).collect();
        for leaf in &leaves {
            assert_eq!(leaf.history()[..3], root.history()[..]);
            assert!(table.entry(Rule::Renju, leaf.size(), leaf.hash()).is_some());
            assert!(Position::new(leaf, Rule::Renju).is_undecided());
        }
        hashes.sort_unstable();
        hashes.dedup();
        assert!(hashes.len() > 25, "{} of {}", hashes.len(), leaves.len());
    }
}
