//! Continuations that are even, or uneven as wanted.

use super::successive_halving::SuccessiveHalving;
use super::{Answer, Job, candidates};
use crate::eval::Score;
use crate::geometry::Square;
use crate::search::Searcher;

/// Distance of a score from one that is wanted.
pub(super) fn distance(score: Score, wanted: i16) -> i32 {
    (i32::from(score.centi()) - i32::from(wanted)).abs()
}

/// How far a score is from one that is wanted, and how far it may go when it is searched more deeply: a part of how far it
/// went last time.
fn unevenness(score: Score, before: Option<Score>, wanted: i16) -> i32 {
    let change = before.map_or(0, |before| distance(score, before.centi()));
    distance(score, wanted) + change / 2
}

/// The move after which the score of who makes it is nearest to `bias`; any move if all of them end the game.
pub(super) fn one(searcher: &mut Searcher, job: &Job, bias: i16) -> Option<Square> {
    let mut halving = SuccessiveHalving::new(searcher, job, 1);
    let trials = halving.sort(candidates::single(job), 1, |score, before| {
        unevenness(-score, before.map(|before| -before), bias)
    });
    let best = trials.first().and_then(|trial| trial.stones.first().copied());
    best.or_else(|| job.fallback())
}

/// Two stones after which the score of the side to move is nearest to `bias`, found with one part in `parts` of the
/// effort, and that score.
pub(super) fn pair(
    searcher: &mut Searcher,
    job: &Job,
    bias: i16,
    parts: u64,
) -> Option<([Square; 2], Score)> {
    let mut halving = SuccessiveHalving::new(searcher, job, parts);
    let best = halving
        .sort(candidates::pairs(job), 1, |score, before| unevenness(score, before, bias))
        .into_iter()
        .next()?;
    Some((best.stones.as_slice().try_into().ok()?, best.score?))
}

/// The most even of these openings of three stones.
pub(super) fn opening(searcher: &mut Searcher, job: &Job, openings: Vec<Vec<Square>>) -> Option<Answer> {
    let trials = SuccessiveHalving::new(searcher, job, 1)
        .sort(openings, 1, |score, before| unevenness(score, before, 0));
    trials.first()?.stones.as_slice().try_into().ok().map(Answer::Opening)
}
