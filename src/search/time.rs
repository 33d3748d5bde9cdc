//! Whether to start another iteration, and when to break one off.

use std::time::Duration;

use super::TimeBudget;
use crate::eval::Score;
use crate::geometry::Square;

/// Part of the optimum after which no iteration is begun: the next one takes longer than all before.
const LAST_START: f64 = 0.6;
/// If the optimum is at least this part of the maximum, time saved now cannot be used later.
const USE_IT_ALL: f64 = 0.8;
/// Time saved for each iteration that confirmed the best move.
const STABLE_SAVING: f64 = 0.06;
/// Most confirmations that count.
const MAX_STABLE: u32 = 7;
/// Extra time for each centi-unit that the score has fallen since the last iteration.
const FALLING_COST: f64 = 0.004;
/// Factor where all nodes of the last iteration went into moves other than the best, and what it loses if all went into the
/// best: the others were refuted at once then.
const NO_SHARE: f64 = 1.4;
const SHARE_SAVING: f64 = 0.7;
/// Bounds of the factor on the optimum.
const FACTOR: std::ops::RangeInclusive<f64> = 0.4..=2.0;

/// Watches the iterations of one search.
#[derive(Debug, Default)]
pub(super) struct TimeManager {
    best: Option<Square>,
    stable: u32,
    score: Option<Score>,
    drop: i32,
}

impl TimeManager {
    /// Notes the result of an iteration.
    pub(super) fn note(&mut self, best: Option<Square>, score: Score) {
        self.stable = if best == self.best { self.stable + 1 } else { 0 };
        self.best = best;
        self.drop = self.score.map_or(0, |before| i32::from(before.centi()) - i32::from(score.centi()));
        self.score = Some(score);
    }

    /// Whether the move should be played now rather than after one more iteration. `share` is the part of the nodes that
    /// went into the best move, from 0 to 1, if it is known.
    pub(super) fn is_enough(&self, elapsed: Duration, budget: TimeBudget, share: Option<f64>) -> bool {
        if elapsed >= budget.maximum {
            return true;
        }
        match self.wanted(budget, share) {
            None => elapsed >= budget.optimum,
            Some(wanted) => elapsed.as_secs_f64() >= wanted * LAST_START,
        }
    }

    /// Seconds after which even an iteration in progress is broken off, if that saves time for later.
    pub(super) fn soft_end(&self, budget: TimeBudget, share: Option<f64>) -> Option<f64> {
        self.wanted(budget, share)
    }

    /// Seconds that this move deserves; none if time cannot be saved.
    fn wanted(&self, budget: TimeBudget, share: Option<f64>) -> Option<f64> {
        let (optimum, maximum) = (budget.optimum.as_secs_f64(), budget.maximum.as_secs_f64());
        if optimum >= USE_IT_ALL * maximum {
            return None;
        }
        let calm = 1.3 - STABLE_SAVING * f64::from(self.stable.min(MAX_STABLE));
        let alarm = FALLING_COST * f64::from(self.drop.clamp(0, 200));
        let contest = share.map_or(1.0, |share| NO_SHARE - SHARE_SAVING * share);
        Some(optimum * ((calm + alarm) * contest).clamp(*FACTOR.start(), *FACTOR.end()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(optimum_ms: u64, maximum_ms: u64) -> TimeBudget {
        TimeBudget { optimum: Duration::from_millis(optimum_ms), maximum: Duration::from_millis(maximum_ms) }
    }

    fn watch(moves: &[u8], scores: &[i32]) -> TimeManager {
        let mut watch = TimeManager::default();
        for (&x, &score) in moves.iter().zip(scores) {
            watch.note(Some(Square::at(x, 0)), Score::eval(score));
        }
        watch
    }

    #[test]
    fn a_steady_move_needs_less_time_than_a_changing_one() {
        let steady = watch(&[1, 1, 1, 1, 1, 1], &[0; 6]);
        let changing = watch(&[1, 2, 3, 4, 5, 6], &[0; 6]);
        let elapsed = Duration::from_millis(600);
        assert!(steady.is_enough(elapsed, budget(1000, 5000), None));
        assert!(!changing.is_enough(elapsed, budget(1000, 5000), None));
    }

    #[test]
    fn a_falling_score_asks_for_more_time() {
        let falling = watch(&[1, 1, 1, 1], &[0, 0, 0, -150]);
        let level = watch(&[1, 1, 1, 1], &[0; 4]);
        let elapsed = Duration::from_millis(800);
        assert!(level.is_enough(elapsed, budget(1000, 5000), None));
        assert!(!falling.is_enough(elapsed, budget(1000, 5000), None));
    }

    #[test]
    fn time_that_cannot_be_saved_is_used() {
        let steady = watch(&[1; 9], &[0; 9]);
        assert!(!steady.is_enough(Duration::from_millis(900), budget(950, 1000), None));
        assert!(steady.is_enough(Duration::from_secs(1), budget(950, 1000), None));
    }

    #[test]
    fn a_move_that_took_all_nodes_needs_less_time() {
        let steady = watch(&[1, 1, 1], &[0; 3]);
        let elapsed = Duration::from_millis(650);
        assert!(steady.is_enough(elapsed, budget(1000, 5000), Some(0.95)));
        assert!(!steady.is_enough(elapsed, budget(1000, 5000), Some(0.1)));
    }

    #[test]
    fn an_iteration_is_broken_off_only_to_save_time() {
        let steady = watch(&[1, 1, 1], &[0; 3]);
        assert_eq!(steady.soft_end(budget(950, 1000), None), None);
        let calm = steady.soft_end(budget(1000, 5000), Some(0.9)).unwrap();
        let contested = steady.soft_end(budget(1000, 5000), Some(0.2)).unwrap();
        assert!(0.4 < calm && calm < contested && contested <= 2.0, "{calm} {contested}");
    }
}
