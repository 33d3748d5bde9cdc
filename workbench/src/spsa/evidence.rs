//! What the games of a run say of each parameter alone.
//!
//! All parameters change at once, each up or down by chance. So the games whose first setting had the larger value of one of
//! them differ from the others, on average, in that parameter alone: every game is evidence on all parameters, as in a
//! factorial experiment (R. A. Fisher, "The Design of Experiments", 1935).

use serde::{Deserialize, Serialize};

/// Elo of a point per game, where both sides are nearly equal: `4 * 400 / ln(10)` for the share of points, of which a
/// point more won than lost is half.
const ELO_PER_POINT: f64 = 800.0 / std::f64::consts::LN_10;
/// Standard errors of the given error: 95 % of all cases.
const QUANTILE: f64 = 1.96;

/// The sums over all iterations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    iterations: u32,
    /// For each parameter the results per game, of the first setting where it had the larger value, else of the second.
    sums: Vec<f64>,
    /// Their squares.
    squares: f64,
}

/// What one parameter is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// Elo of its larger values over its smaller ones.
    pub elo: f64,
    /// Error of that, with a confidence of 95 %; infinite before the second iteration.
    pub error: f64,
}

impl Evidence {
    /// None yet, on so many parameters.
    pub fn new(parameters: usize) -> Self {
        Self { iterations: 0, sums: vec![0.0; parameters], squares: 0.0 }
    }

    /// Number of parameters.
    pub(super) const fn len(&self) -> usize {
        self.sums.len()
    }

    /// Adds an iteration whose first setting had the larger values where `is_up` says so; `result` is what it won more than
    /// it lost, per game.
    pub(super) fn add(&mut self, is_up: &[bool], result: f64) {
        self.iterations += 1;
        self.squares += result * result;
        for (sum, &is_up) in self.sums.iter_mut().zip(is_up) {
            *sum += if is_up { result } else { -result };
        }
    }

    /// What the parameter in this place is worth.
    ///
    /// # Panics
    /// If there are fewer parameters.
    pub fn effect(&self, place: usize) -> Effect {
        let count = f64::from(self.iterations);
        if self.iterations < 2 {
            return Effect { elo: 0.0, error: f64::INFINITY };
        }
        let mean = self.sums[place] / count;
        let variance = (self.squares - count * mean * mean) / (count - 1.0);
        let error = QUANTILE * (variance.max(0.0) / count).sqrt();
        Effect { elo: mean * ELO_PER_POINT, error: error * ELO_PER_POINT }
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
            // 55 % for the larger value of the first parameter: 35 Elo.
            let wins = random.f64() < if is_up[0] { 0.55 } else { 0.45 };
            evidence.add(&is_up, if wins { 1.0 } else { -1.0 });
        }
        let [first, second, third] = [0, 1, 2].map(|place| evidence.effect(place));
        assert!((first.elo - 35.0).abs() < first.error && first.elo > 2.0 * first.error, "{first:?}");
        assert!(second.elo.abs() < 1.5 * second.error && third.elo.abs() < 1.5 * third.error);
        assert!((10.0..12.0).contains(&first.error), "{first:?}");
    }
}
