//! Decisions of the Swap2 opening.
//!
//! One player puts down three stones. The other takes black, stays white, or puts down a white and a black stone and
//! leaves the choice to the first. Who may choose takes the better side, so the scores of the search decide; two
//! stones are added only where the search sees no difference that it could trust.

use std::time::Duration;

use super::{Answer, Job, fallback_move};
use crate::board::Board;
use crate::eval::Score;
use crate::geometry::{BoardSize, Square};
use crate::search::{Control, Limits, Reporter, SearchResult, Searcher, Silent, TimeBudget};

/// What an ordinary decision may cost, however much time there is.
pub(super) const OPTIMUM: Duration = Duration::from_secs(10);
/// What any decision may cost.
pub(super) const MAXIMUM: Duration = Duration::from_secs(20);
/// A score within this distance of zero does not tell which side is better.
const NARROW: i16 = 25;
/// Nodes of the search that judges one way to put down two stones.
const TRIAL_NODES: u64 = 20_000;
/// Ways that are tried at most.
const MAX_TRIALS: usize = 40;
/// The fifth stone stands so far from the fourth.
const TRIAL_DISTANCE: std::ops::RangeInclusive<u8> = 2..=4;

/// A square relative to the centre: columns to the right, rows down.
type Offset = (i8, i8);

/// Openings in which black's two stones do not work together at once: black, white, black. They fit on the smallest
/// board.
const OPENINGS: [[Offset; 3]; 8] = [
    [(-2, -1), (0, 0), (2, -2)],
    [(0, -2), (1, -1), (-2, 2)],
    [(-2, -2), (-1, -1), (2, 0)],
    [(1, -2), (0, -1), (-1, 2)],
    [(-2, 0), (-1, 1), (2, 1)],
    [(-1, -2), (0, -2), (1, 2)],
    [(2, 2), (1, 1), (-2, 1)],
    [(-2, 1), (-2, 0), (2, -1)],
];

/// Makes the decision that belongs to the number of stones.
pub(super) fn decide(
    searcher: &mut Searcher,
    job: &Job,
    seed: u64,
    reporter: &mut dyn Reporter,
) -> Option<Answer> {
    match job.board.history().len() {
        0 => Some(Answer::Opening(opening(job.board.size(), seed))),
        3 => after_three(searcher, job, reporter),
        _ => after_five(searcher, job, reporter),
    }
}

/// One of the openings, the same for the same seed.
fn opening(size: BoardSize, seed: u64) -> [Square; 3] {
    let index = fastrand::Rng::with_seed(seed).usize(..OPENINGS.len());
    let center = size.center();
    OPENINGS[index].map(|(dx, dy)| {
        let x = i64::from(center.x()) + i64::from(dx);
        let y = i64::from(center.y()) + i64::from(dy);
        size.square(x, y).unwrap_or(center)
    })
}

fn after_three(searcher: &mut Searcher, job: &Job, reporter: &mut dyn Reporter) -> Option<Answer> {
    let control = &job.control;
    let whole = control.budget();
    let half = TimeBudget { optimum: whole.optimum / 2, maximum: whole.maximum / 2 };
    control.set_budget(half);
    let result = searcher.search(&job.board, job.rule, &job.limits, control, reporter);
    // A budget that was changed meanwhile is the manager's and stays.
    if control.budget() == half {
        control.set_budget(whole);
    }
    let score = result.progress.score;
    let stay = stay_white(job, &result)?;
    if score.centi().abs() <= NARROW
        && !control.must_stop()
        && let Some(pair) = balanced_pair(searcher, job, stay)
    {
        return Some(Answer::Pair(pair));
    }
    Some(choose(score, stay))
}

fn after_five(searcher: &mut Searcher, job: &Job, reporter: &mut dyn Reporter) -> Option<Answer> {
    let result = searcher.search(&job.board, job.rule, &job.limits, &job.control, reporter);
    let stay = stay_white(job, &result)?;
    Some(choose(result.progress.score, stay))
}

fn stay_white(job: &Job, result: &SearchResult) -> Option<Square> {
    result.best.filter(|&s| job.board.is_empty(s)).or_else(|| fallback_move(&job.board, job.rule))
}

/// The better side, given white's score with white to move.
fn choose(white: Score, stay: Square) -> Answer {
    if white < Score::ZERO { Answer::Swap } else { Answer::Move(stay) }
}

/// A fourth and a fifth stone after which neither side is better by more than the search can tell.
fn balanced_pair(searcher: &mut Searcher, job: &Job, fourth: Square) -> Option<[Square; 2]> {
    let mut board = job.board.clone();
    board.play(fourth).ok()?;
    let limits = Limits { nodes: Some(TRIAL_NODES), ..Limits::default() };
    let mut best: Option<(i16, Square)> = None;
    for fifth in fifth_stones(&board, fourth) {
        if is_over(&job.control) {
            break;
        }
        board.play(fifth).ok()?;
        let result = searcher.search(&board, job.rule, &limits, &job.control, &mut Silent);
        board.undo();
        let distance = result.progress.score.centi().abs();
        // A search that was cut short judged nothing.
        if !job.control.must_stop() && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, fifth));
        }
    }
    best.filter(|&(distance, _)| distance <= NARROW).map(|(_, fifth)| [fourth, fifth])
}

fn is_over(control: &Control) -> bool {
    control.must_stop() || control.elapsed() >= control.budget().optimum
}

/// Squares at some distance from the fourth stone, those that touch no stone first.
fn fifth_stones(board: &Board, fourth: Square) -> Vec<Square> {
    let is_in_reach = |s: &Square| TRIAL_DISTANCE.contains(&s.distance(fourth));
    let mut squares: Vec<Square> = board.empty().iter().filter(is_in_reach).collect();
    let touches = |square: Square| board.history().iter().flatten().any(|s| s.distance(square) <= 1);
    squares.sort_by_key(|&square| touches(square));
    squares.truncate(MAX_TRIALS);
    squares
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::MIN_SIDE;

    #[test]
    fn every_opening_fits_on_every_board() {
        for side in [i64::from(MIN_SIDE), 6, 15, 20, 22] {
            let size = BoardSize::new(side, side).unwrap();
            let mut seen = std::collections::HashSet::new();
            for seed in 0..200 {
                let [a, b, c] = opening(size, seed);
                assert!(a != b && b != c && a != c && [a, b, c].iter().all(|&s| size.contains(s)));
                seen.insert([a, b, c]);
            }
            assert_eq!(seen.len(), OPENINGS.len());
        }
    }

    #[test]
    fn white_is_given_away_only_when_worse() {
        let stay = Square::at(3, 3);
        assert_eq!(choose(Score::eval(-80), stay), Answer::Swap);
        assert_eq!(choose(Score::eval(80), stay), Answer::Move(stay));
    }
}
