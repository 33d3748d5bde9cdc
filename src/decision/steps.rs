//! The decisions themselves: balanced moves, Swap2 and Soosorv.
//!
//! Swap2: one player puts down three stones. The other takes black, stays white, or adds a white and a black
//! stone and leaves the choice of colour to the first. The search's score decides; two stones are added only
//! if it is even.
//!
//! Soosorv: white plays the fourth move and says how many fifth moves black must offer; black may swap to
//! white instead; white keeps one of the fifth moves. With `n` to offer, black gets its `n`-th best move: a
//! larger `n` is better for white, and the number is chosen for an even game.

use super::answer::{Answer, MAX_FIFTHS};
use super::candidates;
use super::context::{DecisionContext, fallback_move};
use super::successive_halving::{SuccessiveHalving, Trial};
use crate::eval::Score;
use crate::geometry::Square;
use crate::search::{Reporter, SearchResult, Searcher, TimeBudget};

/// Scores within this distance of zero count as even, centi-units.
pub(super) const EVEN_MARGIN: i16 = 25;
/// Fourth moves whose fifth moves are searched.
const FOURTHS: usize = 3;

/// Distance of a score from a target, centi-units.
fn distance(score: Score, target: i16) -> i32 {
    (i32::from(score.centi()) - i32::from(target)).abs()
}

/// Distance of a score from a target, plus half of its change since the shallower search: it may change
/// again.
fn unevenness(score: Score, before: Option<Score>, target: i16) -> i32 {
    let change = before.map_or(0, |before| distance(score, before.centi()));
    distance(score, target) + change / 2
}

/// The move after which its player's score is nearest to `bias`; a fallback move if all of them end the game.
pub(super) fn balanced_move(searcher: &mut Searcher, context: DecisionContext, bias: i16) -> Option<Square> {
    let best = balanced(searcher, context, bias, 1).and_then(|trial| trial.stones.first().copied());
    best.or_else(|| context.fallback())
}

/// The most balanced move. Uses 1 / `parts` of the nodes.
pub(super) fn balanced(
    searcher: &mut Searcher,
    context: DecisionContext,
    bias: i16,
    parts: u64,
) -> Option<Trial> {
    let mut halving = SuccessiveHalving::new(searcher, context, parts);
    let trials = halving.sort(candidates::single(context), 1, |score, before| {
        unevenness(-score, before.map(|before| -before), bias)
    });
    trials.into_iter().next()
}

/// Two stones after which the score of the side to move is nearest to `bias`, and that score if there was
/// time to search. Uses 1 / `parts` of the nodes.
pub(super) fn balanced_pair(
    searcher: &mut Searcher,
    context: DecisionContext,
    bias: i16,
    parts: u64,
) -> Option<([Square; 2], Option<Score>)> {
    let mut halving = SuccessiveHalving::new(searcher, context, parts);
    let best = halving
        .sort(candidates::pairs(context), 1, |score, before| unevenness(score, before, bias))
        .into_iter()
        .next()?;
    Some((best.stones.as_slice().try_into().ok()?, best.score))
}

/// The most even of these openings of three stones.
pub(super) fn opening(
    searcher: &mut Searcher,
    context: DecisionContext,
    openings: Vec<Vec<Square>>,
) -> Option<Answer> {
    let trials = SuccessiveHalving::new(searcher, context, 1)
        .sort(openings, 1, |score, before| unevenness(score, before, 0));
    trials.first()?.stones.as_slice().try_into().ok().map(Answer::Opening)
}

/// Takes black, stays white, or adds two stones to an even position.
pub(super) fn after_three(
    searcher: &mut Searcher,
    context: DecisionContext,
    reporter: &mut dyn Reporter,
) -> Option<Answer> {
    let control = context.control;
    let whole = control.budget();
    let half = TimeBudget { optimum: whole.optimum / 2, maximum: whole.maximum / 2 };
    control.set_budget(half);
    let result = searcher.search_under(context.board, context.rule, context.limits, control, reporter);
    // A budget that the manager changed meanwhile stays.
    if control.budget() == half {
        control.set_budget(whole);
    }
    let score = result.progress.score;
    let stay = stay_white(context, &result)?;
    if score.centi().abs() <= EVEN_MARGIN
        && !control.must_stop()
        && let Some((pair, Some(even))) = balanced_pair(searcher, context, 0, 2)
        && even.centi().abs() <= EVEN_MARGIN
    {
        return Some(Answer::Pair(pair));
    }
    Some(choose(score, stay))
}

/// Takes black or stays white.
pub(super) fn after_five(
    searcher: &mut Searcher,
    context: DecisionContext,
    reporter: &mut dyn Reporter,
) -> Option<Answer> {
    let result =
        searcher.search_under(context.board, context.rule, context.limits, context.control, reporter);
    let stay = stay_white(context, &result)?;
    Some(choose(result.progress.score, stay))
}

fn stay_white(context: DecisionContext, result: &SearchResult) -> Option<Square> {
    result.best.filter(|&s| context.board.is_empty(s)).or_else(|| fallback_move(context.board, context.rule))
}

/// The better side, given white's score with white to move.
fn choose(white: Score, stay: Square) -> Answer {
    if white < Score::ZERO { Answer::Swap } else { Answer::Move(stay) }
}

/// The fourth move and the number of fifth moves.
pub(super) fn fourth(searcher: &mut Searcher, context: DecisionContext) -> Option<Answer> {
    let (_, stone, fifths) = even_fourth(searcher, context)?;
    Some(Answer::Fourth { stone, fifths })
}

/// The fourth move and the number of fifth moves after which the game is most even, behind its distance from
/// even.
pub(super) fn even_fourth(searcher: &mut Searcher, context: DecisionContext) -> Option<(i32, Square, usize)> {
    // More fifth moves make up for a fourth move that is too good for black; nothing does for the opposite.
    let cost = |black: Score| {
        if black < Score::ZERO { 2 * distance(black, 0) } else { distance(black, 0) }
    };
    let table = fourths(searcher, context, MAX_FIFTHS, cost);
    let numbered = table.iter().flat_map(|(fourth, values)| {
        values.iter().zip(1..).map(|(&black, number)| (distance(black, 0), *fourth, number))
    });
    let first = || table.first().map(|&(fourth, _)| (i32::MAX, fourth, 1));
    numbered.min_by_key(|&(miss, ..)| miss).or_else(first)
}

/// The best fourth moves by a cost of black's score after them, each with black's scores for its best fifth
/// move, its second best and so on, `most` of them.
pub(super) fn fourths(
    searcher: &mut Searcher,
    context: DecisionContext,
    most: usize,
    cost: impl Fn(Score) -> i32,
) -> Vec<(Square, Vec<Score>)> {
    let mut halving = SuccessiveHalving::new(searcher, context, 3);
    let trials = halving.sort(candidates::single_near(context), FOURTHS, |black, _| cost(black));
    let mut row = |trial: &Trial| {
        let fourth = *trial.stones.first()?;
        let mut board = context.board.clone();
        board.play(fourth).ok()?;
        let after = DecisionContext { board: &board, ..context };
        Some((fourth, values(&fifths(searcher, after, FOURTHS as u64, most)).collect()))
    };
    trials.iter().take(FOURTHS).filter_map(&mut row).collect()
}

/// Swaps to white if the worst of the fifth moves to offer is bad for black; else black's best move.
pub(super) fn take_fourth(
    searcher: &mut Searcher,
    context: DecisionContext,
    wanted: usize,
) -> Option<Answer> {
    let offers = fifths(searcher, context, 1, wanted.clamp(1, MAX_FIFTHS));
    let is_bad = values(&offers).last().is_some_and(|black| black < Score::ZERO);
    let best = offers.first()?.stones.first().copied()?;
    Some(if is_bad { Answer::Swap } else { Answer::Move(best) })
}

/// Black's best fifth moves.
pub(super) fn offer(searcher: &mut Searcher, context: DecisionContext, wanted: usize) -> Option<Answer> {
    let offers = fifths(searcher, context, 1, wanted.max(1));
    let squares: Vec<Square> = offers.iter().filter_map(|trial| trial.stones.first().copied()).collect();
    (!squares.is_empty()).then_some(Answer::Several(squares))
}

/// The fifth move that is the worst for black.
pub(super) fn keep(searcher: &mut Searcher, context: DecisionContext) -> Option<Answer> {
    let trials =
        SuccessiveHalving::new(searcher, context, 1)
            .sort(candidates::single(context), 1, |white, _| -i32::from(white.centi()));
    let worst = trials.first().and_then(|trial| trial.stones.first().copied());
    worst.or_else(|| context.fallback()).map(Answer::Move)
}

/// The `wanted` best moves of the side to move, best first, no two symmetric.
pub(super) fn fifths(
    searcher: &mut Searcher,
    context: DecisionContext,
    parts: u64,
    wanted: usize,
) -> Vec<Trial> {
    let mut halving = SuccessiveHalving::new(searcher, context, parts * 2);
    let mut trials =
        halving.sort(candidates::fifths(context, wanted), wanted, |other, _| i32::from(other.centi()));
    trials.truncate(wanted);
    trials
}

/// Scores for the player of each trial's first stone, up to the first unknown one.
pub(super) fn values(trials: &[Trial]) -> impl Iterator<Item = Score> {
    trials.iter().map_while(|trial| trial.score).map(|score| -score)
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
