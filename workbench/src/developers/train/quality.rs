//! Losses of predictions against TD returns and results.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::arithmetic::{cross_entropy, sigmoid};
use super::dataset::{Dataset, Sample};
use crate::developers::golden_section::{SCALES, best_scale};
use rustgomo::eval::classical::evaluate;
use rustgomo::position::Position;
use rustgomo::rules::Rule;

/// Upper bounds of the buckets of plies; the last one is open.
const BUCKETS: [usize; 5] = [8, 16, 24, 40, usize::MAX];
/// Iterations of the search for the best scale.
const ROUNDS: u32 = 18;

/// Mean losses over positions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Quality {
    /// Cross-entropy against the TD returns, in nats.
    pub against_return: f64,
    /// Cross-entropy against the results of the games, in nats, of positions without a later random move.
    pub against_result: f64,
    /// Brier score of these: mean squared error against the results.
    pub brier: f64,
    /// Losses of these by number of stones.
    pub buckets: Vec<Bucket>,
}

/// Results of an epoch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EpochReport {
    /// Number, from 1.
    pub epoch: usize,
    /// Mean training loss against the returns, in nats.
    pub training: f64,
    /// Losses on the held-out positions.
    pub held_out: Quality,
    /// Results of the policy, if there is one.
    pub policy: Option<PolicyQuality>,
    /// Seconds since the start of the run.
    pub seconds: f64,
    /// Training positions per second of the value network.
    pub speed: f64,
}

/// Losses of the classical evaluation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Classical {
    /// The scale at which it predicts results best, in centi-units per logit.
    pub scale: f32,
    /// Losses on the held-out positions at that scale.
    pub held_out: Quality,
}

/// Positions with a similar number of stones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bucket {
    /// Upper bound of the number of stones; `None` for the last bucket.
    pub below: Option<usize>,
    /// Positions.
    pub count: usize,
    /// Mean cross-entropy against the results, in nats.
    pub against_result: f64,
}

impl Quality {
    /// The losses of a logit for each position.
    pub fn of(data: &Dataset, samples: &[Sample], logits: &[f32]) -> Self {
        let mut sums = Self::default();
        let mut buckets = [(0, 0.0); BUCKETS.len()];
        for (&sample, &logit) in samples.iter().zip(logits) {
            let subject = data.subject(sample);
            sums.against_return += cross_entropy(subject.target, logit);
            if !sample.is_played_out() {
                continue;
            }
            let loss = cross_entropy(subject.result, logit);
            sums.against_result += loss;
            sums.brier += f64::from(sigmoid(logit) - subject.result).powi(2);
            let place = BUCKETS.iter().position(|&end| subject.moves.len() < end).unwrap_or(0);
            buckets[place] = (buckets[place].0 + 1, buckets[place].1 + loss);
        }
        let count = samples.len().max(1) as f64;
        let played_out = buckets.iter().map(|&(count, _)| count).sum::<usize>().max(1) as f64;
        let bucket = |(&end, (count, sum)): (&usize, (usize, f64))| Bucket {
            below: (end != usize::MAX).then_some(end),
            count,
            against_result: sum / count.max(1) as f64,
        };
        Self {
            against_return: sums.against_return / count,
            against_result: sums.against_result / played_out,
            brier: sums.brier / played_out,
            buckets: BUCKETS.iter().zip(buckets).map(bucket).collect(),
        }
    }

    /// The losses of the classical evaluation on positions under a rule at its best scale.
    pub fn of_classical(data: &Dataset, rule: Rule) -> Classical {
        let centi = |&sample: &Sample| evaluate(&Position::new(&data.subject(sample).board(), rule)).centi();
        let scores: Vec<i16> = data.samples.par_iter().map(centi).collect();
        let logits =
            |scale: f32| -> Vec<f32> { scores.iter().map(|&centi| f32::from(centi) / scale).collect() };
        let cost = |scale: f32| -> f64 {
            let logits = logits(scale);
            let pairs = data.samples.par_iter().zip(&logits).filter(|(sample, _)| sample.is_played_out());
            let losses = pairs.map(|(&sample, &logit)| cross_entropy(data.subject(sample).result, logit));
            losses.collect::<Vec<_>>().iter().sum()
        };
        let scale = best_scale(SCALES, ROUNDS, cost);
        Classical { scale, held_out: Self::of(data, &data.samples, &logits(scale)) }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PolicyQuality {
    /// Mean training loss, in nats.
    pub training: f64,
    /// Losses on the held-out positions.
    pub held_out: f64,
    /// Top-1 accuracy: share of searched moves that are the policy's first.
    pub first: f64,
    /// Top-3 accuracy.
    pub first_three: f64,
    /// Number of held-out positions.
    pub count: usize,
    /// Training positions per second.
    pub speed: f64,
}

impl PolicyQuality {
    /// From the cross-entropy and the rank of the searched move, from 0, of each held-out position.
    pub fn of(judged: &[(f64, usize)], training: f64, speed: f64) -> Self {
        let count = judged.len().max(1) as f64;
        let share = |most: usize| judged.iter().filter(|&&(_, before)| before < most).count() as f64 / count;
        let held_out = judged.iter().map(|&(loss, _)| loss).sum::<f64>() / count;
        Self { training, held_out, first: share(1), first_three: share(3), count: judged.len(), speed }
    }
}
