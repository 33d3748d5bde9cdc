//! Balanced midgame positions from which some games start.
//!
//! Self-play games are short, since an advantage soon wins, but every third game of matches is long, and a
//! network without training on crowded boards misjudges them. So some games start from a position with many
//! stones: both sides first play the moves that keep the score near zero.

use std::ops::RangeInclusive;

use fastrand::Rng;

use super::opening::best_looking;
use super::search::search_nodes;
use crate::interrupt::Interrupt;
use rustgomo::board::Board;
use rustgomo::geometry::{BoardSize, Square};
use rustgomo::position::Position;
use rustgomo::rules::Rule;
use rustgomo::search::Searcher;

/// Minimum and maximum number of stones.
const STONES: (usize, usize) = (24, 80);
/// Maximum share of the board that they cover: two fifths.
const PART: (usize, usize) = (2, 5);
/// Number of moves that are tried, in move ordering.
const CHOICE: usize = 6;
/// Nodes for the position after each of them.
const NODES: u32 = 120;
/// Nodes for the answer to a threat.
const ANSWER_NODES: u32 = 500;
/// Moves with an absolute score up to this, in centi-units, are equally good.
const EVEN: i32 = 40;
/// Maximum absolute score of a balanced position, in centi-units.
const MOST: i32 = 300;

/// The possible numbers of stones; `None` if the board is too small.
pub(super) fn stones(size: BoardSize) -> Option<RangeInclusive<usize>> {
    let most = STONES.1.min(size.area() * PART.0 / PART.1);
    (most >= STONES.0).then_some(STONES.0..=most)
}

/// Plays until there are `stones` stones or the position is no longer balanced. Returns the last balanced
/// position without threats and with enough stones, if there was one.
pub(super) fn fill(
    searcher: &mut Searcher,
    random: &mut Rng,
    mut board: Board,
    rule: Rule,
    stones: usize,
    interrupt: &Interrupt,
) -> Option<Board> {
    let mut last_even = None;
    while board.history().len() < stones && !interrupt.is_raised() {
        let position = Position::new(&board, rule);
        let squares = best_looking(&position, CHOICE);
        if squares.is_some() && board.history().len() >= STONES.0 {
            last_even = Some(board.clone());
        }
        let square = match squares {
            Some(squares) => most_even(searcher, random, &board, rule, squares),
            None => answer(searcher, &board, rule),
        };
        let Some(square) = square else { break };
        board.play(square).ok()?;
    }
    last_even
}

/// The move with the smallest absolute score.
fn most_even(
    searcher: &mut Searcher,
    random: &mut Rng,
    board: &Board,
    rule: Rule,
    mut squares: Vec<Square>,
) -> Option<Square> {
    random.shuffle(&mut squares);
    let mut best = None;
    for square in squares {
        let mut next = board.clone();
        next.play(square).ok()?;
        let score = i32::from(search_nodes(searcher, &next, rule, NODES).progress.score.centi()).abs();
        if score <= EVEN {
            return Some(square);
        }
        if best.is_none_or(|(least, _)| score < least) {
            best = Some((score, square));
        }
    }
    best.filter(|&(least, _)| least <= MOST).map(|(_, square)| square)
}

/// The best move against a threat, unless its score is beyond the maximum.
fn answer(searcher: &mut Searcher, board: &Board, rule: Rule) -> Option<Square> {
    let result = search_nodes(searcher, board, rule, ANSWER_NODES);
    let score = i32::from(result.progress.score.centi()).abs();
    result.best.filter(|_| score <= MOST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selfplay::opening::draw;
    use rustgomo::eval::Networks;
    use rustgomo::geometry::Color;
    use rustgomo::rules::{Outcome, outcome};

    #[test]
    fn a_crowded_board_has_enough_stones_and_no_threats() {
        let mut searcher = Searcher::new(1 << 20);
        searcher.set_networks(Networks::embedded());
        let size = BoardSize::new(15, 15).unwrap();
        let mut random = Rng::with_seed(4);
        let interrupt = Interrupt::default();
        let found = std::iter::repeat_with(|| {
            let board = draw(&mut random, Rule::Renju, size)?;
            fill(&mut searcher, &mut random, board, Rule::Renju, 30, &interrupt)
        });
        let board = found.take(200).flatten().next().unwrap();
        let stones = |color| board.stones(color).len();
        assert!((24..30).contains(&(stones(Color::Black) + stones(Color::White))));
        assert_eq!(outcome(&board, Rule::Renju), Outcome::Unfinished);
        assert!(Position::new(&board, Rule::Renju).is_quiet());
    }

    #[test]
    fn a_small_board_is_never_crowded() {
        assert_eq!(stones(BoardSize::new(7, 8).unwrap()), None);
        assert_eq!(stones(BoardSize::new(20, 20).unwrap()), Some(24..=80));
        assert_eq!(stones(BoardSize::new(10, 10).unwrap()), Some(24..=40));
    }
}
