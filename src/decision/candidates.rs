//! Candidate stones of an opening, one of each symmetry class.

use std::collections::BTreeSet;

use super::DecisionContext;
use crate::board::Board;
use crate::geometry::{Bitboard, BoardSize, Square};
use crate::opening::Figure;
use crate::position::near_stones;
use crate::rules::{Outcome, Rule, is_forbidden, legal_squares, outcome};

/// Pairs that are drawn for two stones.
const PAIRS: usize = 96;
/// Triples that are drawn for an opening.
const TRIPLES: usize = 48;
/// Half the side of the area of an opening's stones.
const REACH: std::ops::RangeInclusive<i64> = 2..=3;
/// Squares between these stones and the edge.
const MARGIN: i64 = 1;
/// Random draws per continuation.
const DRAWS: usize = 8;

/// The legal squares of the position, those near the middle first.
pub(super) fn single(context: DecisionContext) -> Vec<Vec<Square>> {
    let center = context.board.size().center();
    let mut squares = legal(context);
    squares.sort_by_key(|square| square.distance(center));
    distinct(context.board, context.rule, squares.into_iter().map(|square| vec![square]), usize::MAX)
}

/// The legal squares near stones.
pub(super) fn single_near(context: DecisionContext) -> Vec<Vec<Square>> {
    let squares = legal_near(context).into_iter().map(|square| vec![square]);
    let found = distinct(context.board, context.rule, squares, usize::MAX);
    if found.is_empty() { single(context) } else { found }
}

/// The legal squares near stones, and all others if these are fewer than `wanted`; none makes a position that
/// is symmetric to an earlier one's, wherever the edges of the board are.
pub(super) fn fifths(context: DecisionContext, wanted: usize) -> Vec<Vec<Square>> {
    let distinct = |squares: Vec<Vec<Square>>| {
        let mut seen = BTreeSet::new();
        let is_new = |stones: &Vec<Square>| {
            stones.first().is_some_and(|&square| seen.insert(Figure::after(context.board, square)))
        };
        squares.into_iter().filter(is_new).collect::<Vec<_>>()
    };
    let near = distinct(single_near(context));
    if near.len() < wanted { distinct(near.into_iter().chain(single(context)).collect()) } else { near }
}

/// Pairs of squares near the stones, or near the middle of an empty board, and of all squares if these are
/// fewer than two, drawn at random; the position's hash is the seed.
pub(super) fn pairs(context: DecisionContext) -> Vec<Vec<Square>> {
    let mut random = fastrand::Rng::with_seed(context.board.hash());
    let near = legal_near(context);
    let squares = if near.len() < 2 { legal(context) } else { near };
    let draws = (0..PAIRS * DRAWS).filter_map(|_| {
        let mut draw = || squares.get(random.usize(..squares.len().max(1))).copied();
        Some(vec![draw()?, draw()?])
    });
    distinct(context.board, context.rule, draws, PAIRS)
}

/// Openings of three stones close to each other, drawn at random.
pub(super) fn triples(context: DecisionContext, seed: u64) -> Vec<Vec<Square>> {
    let mut random = fastrand::Rng::with_seed(seed);
    let draws = (0..TRIPLES * DRAWS).filter_map(|_| cluster(context.board.size(), &mut random));
    distinct(context.board, context.rule, draws, TRIPLES)
}

/// The 26 openings of renju: the first stone in the middle, the second beside it, the third at most two away.
pub(super) fn renju_openings(context: DecisionContext) -> Vec<Vec<Square>> {
    let size = context.board.size();
    let center = size.center();
    let (x, y) = (i64::from(center.x()), i64::from(center.y()));
    let seconds = [(x, y - 1), (x + 1, y - 1)];
    let around =
        move || (y - 2..=y + 2).flat_map(move |row| (x - 2..=x + 2).map(move |column| (column, row)));
    let lines = seconds.into_iter().flat_map(|second| around().map(move |third| (second, third)));
    let stones =
        lines.filter_map(|((a, b), (c, d))| Some(vec![center, size.square(a, b)?, size.square(c, d)?]));
    distinct(context.board, context.rule, stones, usize::MAX)
}

/// Three squares of a small area in the middle or away from it.
fn cluster(size: BoardSize, random: &mut fastrand::Rng) -> Option<Vec<Square>> {
    let reach = random.i64(REACH);
    let is_offset = random.bool();
    let mut middle = |side: u8| {
        let middle = i64::from(side) / 2;
        let spread = if is_offset { (middle - reach - MARGIN).max(0) } else { 0 };
        middle + random.i64(-spread..=spread)
    };
    let (x, y) = (middle(size.width()), middle(size.height()));
    (0..3).map(|_| size.square(x + random.i64(-reach..=reach), y + random.i64(-reach..=reach))).collect()
}

/// Squares that may be played and are not excluded.
fn legal(context: DecisionContext) -> Vec<Square> {
    let legal = legal_squares(context.board, context.rule);
    legal.iter().filter(|square| !context.limits.excluded.contains(square)).collect()
}

/// Those of them that are candidates of a search, those close to all stones first; without stones those around
/// the middle.
fn legal_near(context: DecisionContext) -> Vec<Square> {
    let board = context.board;
    let stones = board.all_stones();
    let stones = if stones.is_empty() { Bitboard::of(board.size().center()) } else { stones };
    let near = near_stones(stones.iter(), board.empty());
    let mut squares: Vec<Square> =
        legal(context).into_iter().filter(|&square| near.contains(square)).collect();
    squares.sort_by_key(|&square| stones.iter().map(|stone| u32::from(stone.distance(square))).sum::<u32>());
    squares
}

/// The legal continuations that do not end an open game and are not symmetric to an earlier one.
fn distinct(
    board: &Board,
    rule: Rule,
    continuations: impl Iterator<Item = Vec<Square>>,
    most: usize,
) -> Vec<Vec<Square>> {
    let mut seen = BTreeSet::new();
    let is_over = outcome(board, rule) != Outcome::Unfinished;
    let mut is_new = |stones: &Vec<Square>| {
        let mut board = board.clone();
        let is_played = stones.iter().all(|&stone| {
            !is_forbidden(&board, rule, board.side_to_move(), stone) && board.play(stone).is_ok()
        });
        let is_kept_open = is_over || outcome(&board, rule) == Outcome::Unfinished;
        is_played && is_kept_open && seen.insert(board.canonical_hash())
    };
    continuations.filter(|stones| is_new(stones)).take(most).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::clock::Instant;
    use crate::search::{Control, Limits, TimeBudget};

    /// What `find` finds on an empty board.
    fn found(side: i64, rule: Rule, find: impl Fn(DecisionContext) -> Vec<Vec<Square>>) -> Vec<Vec<Square>> {
        let board = Board::new(BoardSize::new(side, side).unwrap());
        let control = Arc::new(Control::new(Instant::now(), TimeBudget::INSTANT));
        find(DecisionContext { board: &board, rule, limits: &Limits::default(), control: &control })
    }

    #[test]
    fn renju_has_its_26_openings() {
        assert_eq!(found(15, Rule::Renju, renju_openings).len(), 26);
    }

    #[test]
    fn the_first_stone_is_tried_once_of_symmetric_ones() {
        assert_eq!(found(15, Rule::Freestyle, single).len(), 36);
        assert_eq!(found(15, Rule::Freestyle, single)[0], [Square::at(7, 7)]);
    }

    #[test]
    fn squares_close_to_the_stones_are_tried_first() {
        let board =
            Board::with_moves(BoardSize::default(), [(7, 7), (8, 7), (8, 8)].map(|(x, y)| Square::at(x, y)));
        let (board, limits) = (board.unwrap(), Limits::default());
        let control = Arc::new(Control::new(Instant::now(), TimeBudget::INSTANT));
        let found = single_near(DecisionContext {
            board: &board,
            rule: Rule::Renju,
            limits: &limits,
            control: &control,
        });
        assert_eq!(found[0], [Square::at(7, 8)]);
        let last = found.last().unwrap()[0];
        assert!(board.history().iter().flatten().any(|stone| stone.distance(last) > 2), "{last:?}");
    }

    #[test]
    fn two_squares_far_from_the_middle_are_a_pair() {
        let board = Board::new(BoardSize::default());
        let corners = [Square::at(0, 0), Square::at(14, 14)];
        let excluded = board.empty().iter().filter(|square| !corners.contains(square)).collect();
        let limits = Limits { excluded, ..Limits::default() };
        let control = Arc::new(Control::new(Instant::now(), TimeBudget::INSTANT));
        let rule = Rule::Freestyle;
        let found = pairs(DecisionContext { board: &board, rule, limits: &limits, control: &control });
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].iter().all(|square| corners.contains(square)), "{found:?}");
    }

    #[test]
    fn every_board_has_openings_and_pairs_and_the_seed_decides_them() {
        for side in [5, 6, 15, 22] {
            let drawn = |seed| found(side, Rule::Standard, |context| triples(context, seed));
            assert_eq!(drawn(3), drawn(3));
            assert!(drawn(3).len() >= 20 && drawn(3) != drawn(4));
            assert!(found(side, Rule::Standard, pairs).len() >= 20);
        }
    }
}
