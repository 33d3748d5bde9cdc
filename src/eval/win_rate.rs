//! Scores as win rates.

use super::Score;

/// Centi-units of one unit of the logit.
pub const CENTI_PER_LOGIT: i16 = 200;

impl Score {
    /// The expected result, `0.0..=1.0`: logistic in the score, 0 or 1 for proven results.
    pub fn win_rate(self) -> f64 {
        if self.plies_to_win().is_some() {
            1.0
        } else if self.plies_to_loss().is_some() {
            0.0
        } else {
            1.0 / (1.0 + (-f64::from(self.centi()) / f64::from(CENTI_PER_LOGIT)).exp())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_win_rates_of_both_sides_sum_to_one() {
        for centi in [-1000, -200, 0, 1, 60, 20_000] {
            let score = Score::eval(centi);
            assert!((score.win_rate() + (-score).win_rate() - 1.0).abs() < 1e-12);
        }
        assert_eq!(Score::win_in(5).win_rate().to_bits(), 1.0_f64.to_bits());
        assert!((Score::eval(200).win_rate() - 0.731).abs() < 0.001);
    }
}
