//! Decisions of the Swap2 opening.
//!
//! One player puts down three stones. The other takes black, stays white, or puts down a white and a black stone and
//! leaves the choice to the first. Who may choose takes the better side, so the scores of the search decide; two
//! stones are added only where the search sees no difference that it could trust.

use super::{Answer, Job, balance, candidates, fallback_move};
use crate::eval::Score;
use crate::geometry::Square;
use crate::search::{Reporter, SearchResult, Searcher, TimeBudget};

/// A score within this distance of zero does not tell which side is better.
const NARROW: i16 = 25;

/// Makes the decision that belongs to the number of stones.
pub(super) fn decide(
    searcher: &mut Searcher,
    job: &Job,
    seed: u64,
    reporter: &mut dyn Reporter,
) -> Option<Answer> {
    match job.board.history().len() {
        0 => balance::opening(searcher, job, candidates::triples(job, seed)),
        3 => after_three(searcher, job, reporter),
        _ => after_five(searcher, job, reporter),
    }
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
        && let Some(pair) = balanced_pair(searcher, job)
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
fn balanced_pair(searcher: &mut Searcher, job: &Job) -> Option<[Square; 2]> {
    let (pair, score) = balance::pair(searcher, job, 0, 2)?;
    (score.centi().abs() <= NARROW).then_some(pair)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_is_given_away_only_when_worse() {
        let stay = Square::at(3, 3);
        assert_eq!(choose(Score::eval(-80), stay), Answer::Swap);
        assert_eq!(choose(Score::eval(80), stay), Answer::Move(stay));
    }
}
