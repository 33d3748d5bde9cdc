//! Random openings, and leaves of search trees, which are positions that a search asks about and games seldom
//! reach.
//!
//! Unlike the sets of the tool `opening`, which are checked by two searches and a VCF search each, these are
//! generated for every game. A check for threats and one search of a move's nodes suffice, and training
//! profits from varied and less balanced positions.

use fastrand::Rng;

use rustgomo::board::Board;
use rustgomo::geometry::{BoardSize, Square};
use rustgomo::position::Position;
use rustgomo::rules::Rule;
use rustgomo::search::table::TableView;

/// Minimum and maximum number of stones of an opening.
const STONES: (usize, usize) = (3, 8);
/// Minimum and maximum side of the area of the stones.
const SPREAD: (i64, i64) = (5, 7);
/// Maximum distance of the centre of the area from that of the board on each axis.
const SHIFT: i64 = 2;
/// One in this number of openings is anywhere on the board.
const ANYWHERE: u32 = 8;

/// A random opening without threats; `None` if the random stones make threats.
pub(super) fn draw(random: &mut Rng, rule: Rule, size: BoardSize) -> Option<Board> {
    let spread = random.i64(SPREAD.0..=SPREAD.1);
    let anywhere = random.u32(..ANYWHERE) == 0;
    let center = size.center();
    let mut corner = |middle: u8, length: u8| {
        if anywhere {
            random.i64(0..=(i64::from(length) - spread).max(0))
        } else {
            i64::from(middle) - spread / 2 + random.i64(-SHIFT..=SHIFT)
        }
    };
    let (left, top) = (corner(center.x(), size.width()), corner(center.y(), size.height()));
    let count = random.usize(STONES.0..=STONES.1);
    let mut position = Position::new(&Board::new(size), rule);
    for _ in 0..count {
        let square = size.square(left + random.i64(0..spread), top + random.i64(0..spread))?;
        if !position.is_legal(square) {
            return None;
        }
        position.play(square);
    }
    position.is_quiet().then(|| position.board().clone())
}

/// A random move among the best by move ordering; `None` if there are threats.
pub(super) fn random_move(random: &mut Rng, position: &Position) -> Option<Square> {
    const CHOICE: usize = 10;
    random.choice(best_looking(position, CHOICE)?)
}

/// The first `count` legal moves by move ordering; `None` if there are threats.
pub(super) fn best_looking(position: &Position, count: usize) -> Option<Vec<Square>> {
    if !position.is_quiet() {
        return None;
    }
    let own = position.side_to_move();
    let mut squares: Vec<Square> = position.candidates().iter().filter(|&s| position.is_legal(s)).collect();
    let order = |square: Square| {
        let attack = position.pattern4(square, own).order();
        attack + position.pattern4(square, own.opponent()).order() / 2
    };
    squares.sort_by_key(|&square| (-order(square), square));
    squares.truncate(count);
    Some(squares)
}

/// Follows random moves from the root of a finished search through undecided positions that its table knows,
/// and returns the last one; `None` if that is the root.
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
    use super::*;
    use rustgomo::StopHandle;
    use rustgomo::search::table::SharedTable;
    use rustgomo::search::{Limits, Searcher, Silent};

    #[test]
    fn a_leaf_is_an_undecided_position_that_the_search_has_seen() {
        let shared = SharedTable::default();
        let mut searcher = Searcher::new(1 << 20).sharing(shared.clone());
        let moves = [(7, 7), (8, 8), (7, 8)].map(|(x, y)| Square::at(x, y));
        let root = Board::with_moves(BoardSize::default(), moves).unwrap();
        searcher.search(&root, Rule::Renju, &Limits::nodes(500), &StopHandle::new(), &mut Silent);
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
