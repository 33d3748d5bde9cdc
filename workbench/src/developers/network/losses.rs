//! Losses of scores against the results of games.

use serde::{Deserialize, Serialize};

use crate::developers::golden_section::{SCALES, best_scale};
use crate::developers::train::{STAGES, cross_entropy, sigmoid};
use crate::statistics::half_width;
use rustgomo::eval::Score;

/// Logit of a proven win: 0.9975, since random moves may follow in the game.
const DECIDED_LOGIT: f32 = 6.0;
/// Iterations of the search for the best scale.
const ROUNDS: u32 = 18;
/// Steps of the fit of a [`Line`].
const STEPS: u32 = 8;
/// Weight of the prior of a [`Line`], in squared logits: a few positions hardly change it.
const PRIOR: f64 = 10.0;

/// A mean with its 95 % interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    pub mean: f64,
    /// Half width of the interval.
    pub error: f64,
}

impl Interval {
    /// The mean of independent values.
    pub fn of(values: &[f64]) -> Self {
        let count = values.len().max(1) as f64;
        let mean = values.iter().sum::<f64>() / count;
        let variance =
            values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        Self { mean, error: half_width(variance, count) }
    }
}

/// Losses of scores against the results of games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScoreLoss {
    /// The best scale for all positions in centi-units per logit.
    pub scale: f32,
    /// Mean cross-entropy against the results, in nats, each stage of the game and side to move at a scale of
    /// its own and with an offset: a search compares positions of one stage, so that it gains little by what
    /// distinguishes the stages.
    pub loss: f64,
    /// Brier score: mean squared error against the results.
    pub brier: f64,
    /// Difference to the loss of the first network, from paired positions; negative is better.
    pub difference: Interval,
}

/// A score of a position; weights have a mean of 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct WeightedScore {
    /// Number of the stage of the game and the side to move.
    pub(super) group: usize,
    pub(super) weight: f64,
    pub(super) result: f32,
    pub(super) score: Score,
}

/// The losses of the scores of several networks, with the same positions in the same order.
pub(super) fn score_losses(scored: &[Vec<WeightedScore>]) -> Vec<ScoreLoss> {
    let mut first: Option<Vec<f64>> = None;
    let loss = |scored: &Vec<WeightedScore>| {
        let scale = best_scale(SCALES, ROUNDS, |scale| {
            let losses = scored.iter().map(|one| one.loss(logit(one.score, scale)));
            losses.sum()
        });
        let lines: [Line; 2 * STAGES] = std::array::from_fn(|group| Line::fit(scored, group, scale));
        let logits: Vec<f32> =
            scored.iter().map(|one| lines[one.group].at(logit(one.score, scale))).collect();
        let own: Vec<f64> = scored.iter().zip(&logits).map(|(one, &logit)| one.loss(logit)).collect();
        let first = first.get_or_insert_with(|| own.clone());
        let beyond: Vec<f64> = own.iter().zip(first.iter()).map(|(own, first)| own - first).collect();
        let brier = scored.iter().zip(&logits).map(|(&WeightedScore { weight, result, .. }, &logit)| {
            weight * f64::from(sigmoid(logit) - result).powi(2)
        });
        ScoreLoss {
            scale,
            loss: Interval::of(&own).mean,
            brier: brier.sum::<f64>() / scored.len().max(1) as f64,
            difference: Interval::of(&beyond),
        }
    };
    scored.iter().map(loss).collect()
}

impl WeightedScore {
    fn loss(&self, logit: f32) -> f64 {
        self.weight * cross_entropy(self.result, logit)
    }
}

/// A line from logits to better ones.
#[derive(Clone, Copy, Debug)]
struct Line {
    offset: f64,
    slope: f64,
}

impl Line {
    /// The line that predicts the results of a group best, by Newton's method from the identity, which is the
    /// prior.
    fn fit(scored: &[WeightedScore], group: usize, scale: f32) -> Self {
        let mut line = Self { offset: 0.0, slope: 1.0 };
        for _ in 0..STEPS {
            let mut gradient = [PRIOR * line.offset, PRIOR * (line.slope - 1.0)];
            let (mut curvature, mut mixed) = ([PRIOR; 2], 0.0);
            for one in scored.iter().filter(|one| one.group == group) {
                let from = logit(one.score, scale);
                let (win, from) = (f64::from(sigmoid(line.at(from))), f64::from(from));
                let surplus = one.weight * (win - f64::from(one.result));
                let bend = one.weight * win * (1.0 - win);
                gradient = [gradient[0] + surplus, gradient[1] + surplus * from];
                curvature = [curvature[0] + bend, curvature[1] + bend * from * from];
                mixed += bend * from;
            }
            let determinant = curvature[0] * curvature[1] - mixed * mixed;
            line.offset -= (gradient[0] * curvature[1] - gradient[1] * mixed) / determinant;
            line.slope -= (gradient[1] * curvature[0] - gradient[0] * mixed) / determinant;
        }
        line
    }

    fn at(self, logit: f32) -> f32 {
        self.slope.mul_add(f64::from(logit), self.offset) as f32
    }
}

fn logit(score: Score, scale: f32) -> f32 {
    if score.is_decided() {
        DECIDED_LOGIT.copysign(f32::from(score.centi()))
    } else {
        (f32::from(score.centi()) / scale).clamp(-DECIDED_LOGIT, DECIDED_LOGIT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One network has the scores of the other, but half of them in one stage, and with a bonus for a side.
    #[test]
    fn what_distinguishes_stages_and_sides_is_no_advantage() {
        let scored = |is_distorted: bool, random: &mut fastrand::Rng| -> Vec<WeightedScore> {
            let one = |number: usize| {
                let (group, centi) = (number % 4, random.i16(-400..400));
                let result = f32::from(u8::from(random.f32() < sigmoid(f32::from(centi) / 200.0)));
                let distorted =
                    if group < 2 { centi / 2 } else { centi } + if group % 2 == 1 { 60 } else { 0 };
                let score = Score::eval(i32::from(if is_distorted { distorted } else { centi }));
                WeightedScore { group, weight: 1.0, result, score }
            };
            (0..4000).map(one).collect()
        };
        let [plain, distorted] =
            [false, true].map(|is_distorted| scored(is_distorted, &mut fastrand::Rng::with_seed(3)));
        let [first, second] = &score_losses(&[plain, distorted])[..] else { panic!() };
        assert!(first.loss < 0.6 && second.difference.mean.abs() < 2e-4, "{first:?} {second:?}");
    }

    #[test]
    fn the_error_of_a_mean_shrinks_with_the_root_of_the_values() {
        assert_eq!(Interval::of(&[3.0; 5]), Interval { mean: 3.0, error: 0.0 });
        let wide = Interval::of(&[0.0, 1.0].repeat(50));
        assert!((wide.mean - 0.5).abs() < 1e-9 && (wide.error - 1.96 * 0.0502).abs() < 1e-3, "{wide:?}");
        assert!(Interval::of(&[]).mean.abs() < 1e-9);
    }
}
