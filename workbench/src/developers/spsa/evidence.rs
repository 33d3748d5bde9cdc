//! Estimates of the effect of each parameter from the games of a run.
//!
//! All parameters are perturbed independently, so games whose first setting had the larger value of a
//! parameter differ from the others, on average, in that parameter only. Every game is evidence on all
//! parameters, as in a factorial experiment (R. A. Fisher, "The Design of Experiments", 1935).

use serde::{Deserialize, Serialize};

use crate::developers::matches::{Estimate, NORMALIZED_ELO_UNIT};

/// Elo per point more won than lost per game, near equality: `4 * 400 / ln(10)` per unit of score, divided by
/// two.
const ELO_PER_POINT: f64 = NORMALIZED_ELO_UNIT;
/// Standard errors of a 95 % interval.
const QUANTILE: f64 = 1.96;

/// The sums over all iterations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    iterations: u32,
    /// Sums of results per game of the setting with the larger value, for each parameter.
    sums: Vec<f64>,
    /// Sums of their squares.
    squares: f64,
}

impl Evidence {
    /// Empty sums.
    pub fn new(parameters: usize) -> Self {
        Self { iterations: 0, sums: vec![0.0; parameters], squares: 0.0 }
    }

    /// Number of parameters.
    pub(super) const fn len(&self) -> usize {
        self.sums.len()
    }

    /// Adds an iteration. `is_up` tells where the first setting had the larger value; `result` is its wins
    /// minus losses per game.
    pub(super) fn add(&mut self, is_up: &[bool], result: f64) {
        self.iterations += 1;
        self.squares += result * result;
        for (sum, &is_up) in self.sums.iter_mut().zip(is_up) {
            *sum += if is_up { result } else { -result };
        }
    }

    /// The Elo difference between the larger and the smaller values of a parameter; its error is infinite before the second
    /// iteration.
    pub fn effect(&self, place: usize) -> Estimate {
        let count = f64::from(self.iterations);
        if self.iterations < 2 {
            return Estimate { value: 0.0, error: f64::INFINITY };
        }
        let mean = self.sums[place] / count;
        let variance = (self.squares - count * mean * mean) / (count - 1.0);
        let error = QUANTILE * (variance.max(0.0) / count).sqrt();
        Estimate { value: mean * ELO_PER_POINT, error: error * ELO_PER_POINT }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_that_wins_is_told_from_those_that_do_nothing() {
        let mut random = fastrand::Rng::with_seed(9);
        let mut evidence = Evidence::new(3);
        assert!(evidence.effect(0).error.is_infinite());
        for _ in 0..4000 {
            let is_up = [random.bool(), random.bool(), random.bool()];
            // A score of 55 % for the larger value of the first parameter is 35 Elo.
            let wins = random.f64() < if is_up[0] { 0.55 } else { 0.45 };
            evidence.add(&is_up, if wins { 1.0 } else { -1.0 });
        }
        let [first, second, third] = [0, 1, 2].map(|place| evidence.effect(place));
        assert!((first.value - 35.0).abs() < first.error && first.value > 2.0 * first.error, "{first:?}");
        assert!(second.value.abs() < 1.5 * second.error && third.value.abs() < 1.5 * third.error);
        assert!((10.0..12.0).contains(&first.error), "{first:?}");
    }
}
