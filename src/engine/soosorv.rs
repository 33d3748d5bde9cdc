//! The later steps of Soosorv's opening rule.
//!
//! White puts the fourth stone and says how many fifth stones black must offer; black may take white instead; white
//! keeps one of the fifth stones. So with `n` to offer, black gets the `n`-th best of its moves: the more, the better
//! for white, and the number is chosen for an even game.

use super::balance::distance;
use super::decision::MAX_FIFTHS;
use super::successive_halving::{SuccessiveHalving, Trial};
use super::{Answer, Job, candidates};
use crate::eval::Score;
use crate::geometry::Square;
use crate::search::Searcher;

/// Fourth stones whose fifth stones are looked at.
const FOURTHS: usize = 3;

/// The fourth stone and the number of fifth stones.
pub(super) fn fourth(searcher: &mut Searcher, job: &Job) -> Option<Answer> {
    let mut halving = SuccessiveHalving::new(searcher, job, 3);
    // Asking for more fifth stones cures what is too good for black, and nothing cures the opposite.
    let cost = |black: Score, _: Option<Score>| {
        if black < Score::ZERO { 2 * distance(black, 0) } else { distance(black, 0) }
    };
    let trials = halving.sort(candidates::single_near(job), FOURTHS, cost);
    let mut best: Option<(i32, Square, usize)> = None;
    for fourth in trials.iter().take(FOURTHS).filter_map(|trial| trial.stones.first().copied()) {
        let mut after = job.clone();
        after.board.play(fourth).ok()?;
        for (index, black) in values(&fifths(searcher, &after, FOURTHS as u64, MAX_FIFTHS)).enumerate() {
            let miss = distance(black, 0);
            if best.is_none_or(|(least, ..)| miss < least) {
                best = Some((miss, fourth, index + 1));
            }
        }
    }
    let first = || trials.first()?.stones.first().copied();
    let (stone, fifths) = best.map(|(_, stone, fifths)| (stone, fifths)).or_else(|| Some((first()?, 1)))?;
    Some(Answer::Fourth { stone, fifths })
}

/// White, if black's last fifth stone is bad for black; else the move that black would like best.
pub(super) fn take_fourth(searcher: &mut Searcher, job: &Job, wanted: usize) -> Option<Answer> {
    let offers = fifths(searcher, job, 1, wanted.clamp(1, MAX_FIFTHS));
    let is_bad = values(&offers).last().is_some_and(|black| black < Score::ZERO);
    let best = offers.first()?.stones.first().copied()?;
    Some(if is_bad { Answer::Swap } else { Answer::Move(best) })
}

/// Black's best fifth stones.
pub(super) fn offer(searcher: &mut Searcher, job: &Job, wanted: usize) -> Option<Answer> {
    let offers = fifths(searcher, job, 1, wanted.clamp(1, MAX_FIFTHS));
    let squares: Vec<Square> = offers.iter().filter_map(|trial| trial.stones.first().copied()).collect();
    (!squares.is_empty()).then_some(Answer::Several(squares))
}

/// The fifth stone that is the worst for black.
pub(super) fn keep(searcher: &mut Searcher, job: &Job) -> Option<Answer> {
    let trials = SuccessiveHalving::new(searcher, job, 1)
        .sort(candidates::single(job), 1, |white, _| -i32::from(white.centi()));
    trials.first()?.stones.first().copied().map(Answer::Move)
}

/// The best moves of the side to move, so many if there are, the best first.
fn fifths(searcher: &mut Searcher, job: &Job, parts: u64, wanted: usize) -> Vec<Trial> {
    let mut halving = SuccessiveHalving::new(searcher, job, parts * 2);
    let mut trials = halving.sort(candidates::single_near(job), wanted, |other, _| i32::from(other.centi()));
    trials.truncate(wanted);
    trials
}

/// Scores for who plays the first of each trial's stones; they end with the first that is unknown.
fn values(trials: &[Trial]) -> impl Iterator<Item = Score> {
    trials.iter().map_while(|trial| trial.score).map(|score| -score)
}
