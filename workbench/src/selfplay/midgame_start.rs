//! Boards full of stones on which nobody stands better.
//!
//! Games of a strong player are short: whoever gains something soon wins. In matches every third game is long all the same,
//! and a network that has not seen crowded boards misjudges them. So some games begin on one: both sides play for a while
//! to keep the game even.

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

/// Fewest and most stones of such boards,
const STONES: (usize, usize) = (24, 80);
/// and the part of the board that they cover at most: two fifths.
const PART: (usize, usize) = (2, 5);
/// Best-looking moves that are tried.
const CHOICE: usize = 6;
/// Nodes for the position behind each of them.
const NODES: u32 = 120;
/// Nodes for an answer to a threat.
const ANSWER_NODES: u32 = 500;
/// Moves whose scores are this near to zero, in centi-units, are equally good.
const EVEN: i32 = 40;
/// Beyond this a game is no longer even.
const MOST: i32 = 300;

/// How many stones make such a board; `None` if it is too small for them.
pub(super) fn stones(size: BoardSize) -> Option<RangeInclusive<usize>> {
    let most = STONES.1.min(size.area() * PART.0 / PART.1);
    (most >= STONES.0).then_some(STONES.0..=most)
}

/// Plays on until there are so many stones, or the game is no longer even; the last even position without threats that
/// has enough stones, if there was one.
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

/// The move after which the game is most even.
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

/// The answer to a threat, unless it wins or loses.
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
