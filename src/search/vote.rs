//! Vote of the threads on the best move.

use super::Progress;

/// Score difference that weighs as much as one iteration, centi-units.
const SCORE_PER_ITERATION: i64 = 50;

/// Selects the result to return from those of all threads, the main thread's first.
///
/// The shortest proven win is taken first. Otherwise the threads that completed at least as deep an iteration
/// as the main thread vote for their moves, weighted by depth and score. The result is the deepest one for
/// the elected move, the main thread's among equals.
pub(super) fn elect(answers: &[Progress]) -> Option<Progress> {
    if let Some(win) = shortest_win(answers) {
        return Some(win.clone());
    }
    let main_depth = answers.first()?.complete_depth();
    let is_voter = |answer: &&Progress| answer.complete_depth() >= main_depth && !answer.line.is_empty();
    let voters: Vec<&Progress> = answers.iter().filter(is_voter).collect();
    let worst = voters.iter().map(|answer| i64::from(answer.score.centi())).min()?;
    let weight = |answer: &Progress| {
        let lead = i64::from(answer.score.centi()) - worst;
        let most = i64::from(answer.complete_depth()) * SCORE_PER_ITERATION;
        most + lead.min(most)
    };
    let total = |answer: &Progress| -> i64 {
        let same = voters.iter().filter(|other| other.line.first() == answer.line.first());
        same.map(|other| weight(other)).sum()
    };
    let best = voters.iter().rev().max_by_key(|answer| (total(answer), answer.complete_depth()));
    best.map(|&best| best.clone())
}

fn shortest_win(answers: &[Progress]) -> Option<&Progress> {
    let wins = answers.iter().filter(|answer| answer.score.plies_to_win().is_some());
    wins.min_by_key(|answer| answer.score.plies_to_win())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::eval::Score;
    use crate::geometry::Square;

    fn answer(x: u8, depth: u32, score: Score) -> Progress {
        let line = vec![Square::at(x, 0)];
        let (seldepth, nodes, vcf_moves, elapsed) = (depth, 1, 0, Duration::ZERO);
        Progress { depth, seldepth, score, nodes, vcf_moves, elapsed, line, is_partial: false }
    }

    #[test]
    fn an_iteration_that_was_broken_off_does_not_count_as_depth() {
        let partial = Progress { is_partial: true, ..answer(1, 15, Score::eval(-40)) };
        let others = [answer(2, 14, Score::eval(0)), answer(2, 14, Score::eval(0))];
        let answers = [&[partial][..], &others].concat();
        assert_eq!(elect(&answers).unwrap().line, others[0].line);
    }

    fn elected(answers: &[(u8, u32, i32)]) -> (u8, u32) {
        let answers: Vec<_> =
            answers.iter().map(|&(x, depth, score)| answer(x, depth, Score::eval(score))).collect();
        let best = elect(&answers).unwrap();
        (best.line[0].x(), best.depth)
    }

    #[test]
    fn the_result_is_never_less_deep_than_the_main_threads() {
        assert_eq!(elected(&[(1, 9, 0), (2, 8, 300), (2, 8, 300)]), (1, 9));
        assert_eq!(elected(&[(1, 9, 0), (1, 11, -20), (2, 9, -10)]), (1, 11));
        assert_eq!(elected(&[(1, 9, 0)]), (1, 9));
    }

    #[test]
    fn the_majority_wins_and_the_main_thread_among_equals() {
        assert_eq!(elected(&[(1, 9, 10), (2, 9, 0), (2, 10, 0)]), (2, 10));
        assert_eq!(elected(&[(1, 9, 0), (2, 9, 0)]), (1, 9));
        assert_eq!(elected(&[(1, 9, 0), (2, 10, 0)]), (2, 10));
    }

    #[test]
    fn the_shortest_win_of_any_thread_is_played() {
        let slow = answer(1, 12, Score::win_in(15));
        let fast = answer(2, 5, Score::win_in(7));
        let promising = answer(3, 20, Score::eval(900));
        let best = elect(&[promising, slow, fast.clone()]);
        assert_eq!(best, Some(fast));
    }

    #[test]
    fn a_proven_loss_is_not_played_if_another_move_is_undecided() {
        let lost = answer(1, 9, Score::loss_in(8));
        let open = answer(2, 9, Score::eval(-400));
        assert_eq!(elect(&[lost, open.clone()]), Some(open));
    }
}
