//! Time management: when to start no further iteration, and when to stop one.

use std::time::Duration;

use super::TimeBudget;
use crate::eval::Score;
use crate::geometry::Square;

/// Fraction of the target time after which no iteration is started, since the next one takes longer than all
/// before.
const START_LIMIT: f64 = 0.6;
/// With an optimum of at least this fraction of the maximum the time is fixed: time saved now cannot be used
/// later.
const FIXED_TIME_RATIO: f64 = 0.8;
/// The factor for a stable best move is `1.3 - STABLE_SAVING * n` after `n` iterations with the same best
/// move.
const STABLE_SAVING: f64 = 0.06;
/// Largest `n` of that.
const MAX_STABLE: u32 = 7;
/// Increase of the factor for each centi-unit that the score fell in the last iteration.
const FALLING_COST: f64 = 0.004;
/// The factor for the best move's share of the root nodes is `NO_SHARE - SHARE_SAVING * share`.
const NO_SHARE: f64 = 1.4;
const SHARE_SAVING: f64 = 0.7;
/// Range of the product of the factors.
const FACTOR: std::ops::RangeInclusive<f64> = 0.4..=2.0;

/// Adjusts the optimum time of a search to the results of its iterations.
#[derive(Debug, Default)]
pub(super) struct TimeManager {
    best: Option<Square>,
    /// Iterations since the best move last changed.
    stable: u32,
    score: Option<Score>,
    /// Fall of the score in the last iteration, centi-units.
    drop: i32,
}

impl TimeManager {
    /// Records the result of an iteration.
    pub(super) fn update(&mut self, best: Option<Square>, score: Score) {
        self.stable = if best == self.best { self.stable + 1 } else { 0 };
        self.best = best;
        self.drop = self.score.map_or(0, |before| i32::from(before.centi()) - i32::from(score.centi()));
        self.score = Some(score);
    }

    /// Whether to start no further iteration. `share` is the best move's share of the root nodes, 0 to 1, if
    /// known.
    pub(super) fn should_stop(&self, used: Duration, budget: TimeBudget, share: Option<f64>) -> bool {
        if used >= budget.maximum {
            return true;
        }
        match target(budget, self.factor(share)) {
            None => used >= budget.optimum,
            Some(target) => used.as_secs_f64() >= target * START_LIMIT,
        }
    }

    /// The factor of the optimum time.
    pub(super) fn factor(&self, share: Option<f64>) -> f64 {
        let stability = 1.3 - STABLE_SAVING * f64::from(self.stable.min(MAX_STABLE));
        let falling = FALLING_COST * f64::from(self.drop.clamp(0, 200));
        let share_factor = share.map_or(1.0, |share| NO_SHARE - SHARE_SAVING * share);
        ((stability + falling) * share_factor).clamp(*FACTOR.start(), *FACTOR.end())
    }
}

/// Target time in seconds, after which a running iteration is stopped, too; `None` if the time is fixed.
pub(super) fn target(budget: TimeBudget, factor: f64) -> Option<f64> {
    let (optimum, maximum) = (budget.optimum.as_secs_f64(), budget.maximum.as_secs_f64());
    (optimum < FIXED_TIME_RATIO * maximum).then_some(optimum * factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(optimum_ms: u64, maximum_ms: u64) -> TimeBudget {
        TimeBudget { optimum: Duration::from_millis(optimum_ms), maximum: Duration::from_millis(maximum_ms) }
    }

    fn after_iterations(moves: &[u8], scores: &[i32]) -> TimeManager {
        let mut manager = TimeManager::default();
        for (&x, &score) in moves.iter().zip(scores) {
            manager.update(Some(Square::at(x, 0)), Score::eval(score));
        }
        manager
    }

    #[test]
    fn a_steady_move_needs_less_time_than_a_changing_one() {
        let steady = after_iterations(&[1, 1, 1, 1, 1, 1], &[0; 6]);
        let changing = after_iterations(&[1, 2, 3, 4, 5, 6], &[0; 6]);
        let elapsed = Duration::from_millis(600);
        assert!(steady.should_stop(elapsed, budget(1000, 5000), None));
        assert!(!changing.should_stop(elapsed, budget(1000, 5000), None));
    }

    #[test]
    fn a_falling_score_asks_for_more_time() {
        let falling = after_iterations(&[1, 1, 1, 1], &[0, 0, 0, -150]);
        let level = after_iterations(&[1, 1, 1, 1], &[0; 4]);
        let elapsed = Duration::from_millis(800);
        assert!(level.should_stop(elapsed, budget(1000, 5000), None));
        assert!(!falling.should_stop(elapsed, budget(1000, 5000), None));
    }

    #[test]
    fn fixed_time_is_used_up() {
        let steady = after_iterations(&[1; 9], &[0; 9]);
        assert!(!steady.should_stop(Duration::from_millis(900), budget(950, 1000), None));
        assert!(steady.should_stop(Duration::from_secs(1), budget(950, 1000), None));
    }

    #[test]
    fn a_move_that_took_all_nodes_needs_less_time() {
        let steady = after_iterations(&[1, 1, 1], &[0; 3]);
        let elapsed = Duration::from_millis(650);
        assert!(steady.should_stop(elapsed, budget(1000, 5000), Some(0.95)));
        assert!(!steady.should_stop(elapsed, budget(1000, 5000), Some(0.1)));
    }

    #[test]
    fn an_iteration_is_stopped_only_to_save_time() {
        let steady = after_iterations(&[1, 1, 1], &[0; 3]);
        assert_eq!(target(budget(950, 1000), steady.factor(None)), None);
        let calm = target(budget(1000, 5000), steady.factor(Some(0.9))).unwrap();
        let contested = target(budget(1000, 5000), steady.factor(Some(0.2))).unwrap();
        assert!(0.4 < calm && calm < contested && contested <= 2.0, "{calm} {contested}");
    }
}
