//! Logistic regression by mini-batches with Adam (Kingma and Ba 2014).

use clap::Args;
use rayon::prelude::*;

use super::{FitDataset, FitSample, Model};
use crate::developers::golden_section::{self, SCALES};
use crate::developers::train::{Adam, Group, cross_entropy, sigmoid};
use crate::values;
use rustgomo::StopHandle;
use rustgomo::eval::CENTI_PER_LOGIT;
use rustgomo::geometry::{ByColor, Color};

/// Centi-units per logit.
const SCALE: f32 = CENTI_PER_LOGIT as f32;
/// Batch size in positions.
const BATCH: usize = 4096;
/// Positions per task of a thread.
const CHUNK: usize = 512;

/// Options of a fit.
#[derive(Clone, Copy, Debug, PartialEq, Args)]
pub struct FitOptions {
    /// Epochs: passes over all positions.
    #[arg(long, default_value_t = Self::default().epochs, value_parser = values::within(1..=usize::MAX))]
    pub epochs: usize,
    /// Initial learning rate in centi-units, lowered to nearly zero along a half cosine.
    #[arg(long, default_value_t = Self::default().step, value_parser = values::above_zero)]
    pub step: f32,
    /// Weight decay of the term of a single Pattern4, which pulls rare ones towards the sum of their shapes.
    #[arg(long, default_value_t = Self::default().pull, value_parser = values::from_zero)]
    pub pull: f32,
    /// Weight of the game's result in the target; the rest is the searched score.
    #[arg(long, default_value_t = Self::default().result_share, value_parser = values::share)]
    pub result_share: f32,
    /// Seed of the order of positions.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

impl Default for FitOptions {
    fn default() -> Self {
        Self { epochs: 40, step: 2.0, pull: 3e-8, result_share: 0.5, seed: 1 }
    }
}

/// Mean losses in nats, against the target and against the results alone, on the held-out games unless stated
/// otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitReport {
    /// Completed epochs: fewer than requested after an interruption.
    pub epochs: usize,
    /// Scale of the searched scores in centi-units per logit.
    pub score_scale: f32,
    /// Best scale of the evaluation before the fit.
    pub present_scale: f32,
    /// Before the fit.
    pub before: (f64, f64),
    /// After the fit.
    pub after: (f64, f64),
    /// On the training games after the fit.
    pub training: (f64, f64),
}

/// Fits a model and calls `progress` after each epoch. An interruption ends the fit after the current epoch.
pub fn fit(
    data: &FitDataset,
    model: &mut Model,
    options: &FitOptions,
    stop: &StopHandle,
    progress: &dyn Fn(usize),
) -> FitReport {
    let score_scale = best_scale(&data.training, |s| s.score);
    let present_scale = best_scale(&data.training, |s| s.present);
    let target = Target { score_scale, result_share: options.result_share };
    let present = |s: &FitSample| f32::from(s.present) * SCALE / present_scale;
    let before = target.losses(&data.held_out, present);
    let epochs = descend(data, model, options, target, |epoch| {
        progress(epoch);
        stop.is_stopped()
    });
    let weights = model.weights();
    let fitted = |s: &FitSample| value(s, &weights, model);
    FitReport {
        epochs,
        score_scale,
        present_scale,
        before,
        after: target.losses(&data.held_out, fitted),
        training: target.losses(&data.training, fitted),
    }
}

/// Minimises the loss and returns the number of epochs; ends early when `finished`, called after each,
/// returns true.
fn descend(
    data: &FitDataset,
    model: &mut Model,
    options: &FitOptions,
    target: Target,
    finished: impl Fn(usize) -> bool,
) -> usize {
    let mut random = fastrand::Rng::with_seed(options.seed);
    let mut order: Vec<u32> = (0..data.training.len() as u32).collect();
    let count = model.parts.len();
    let (mut adam, all) = (Adam::new(count), [Group::whole(count)]);
    let steps = (options.epochs * order.len().div_ceil(BATCH)) as f32;
    for epoch in 0..options.epochs {
        random.shuffle(&mut order);
        for batch in order.chunks(BATCH) {
            let weights = model.weights();
            let mut gradient = gradient(&data.training, batch, model, &weights, target);
            for (place, slope) in gradient.iter_mut().enumerate() {
                if model.is_own(place) {
                    *slope += 2.0 * options.pull * model.parts[place];
                }
            }
            let done = adam.steps as f32 / steps;
            let step = options.step * (0.51 + 0.49 * (std::f32::consts::PI * done).cos());
            adam.step(&all, &mut model.parts, &gradient, (step, 0.0));
        }
        if finished(epoch + 1) {
            return epoch + 1;
        }
    }
    options.epochs
}

/// The evaluation of a position.
fn value(sample: &FitSample, weights: &[f32], model: &Model) -> f32 {
    let sum: f32 = sample.counts.iter().map(|&(slot, count)| weights[slot as usize] * f32::from(count)).sum();
    sum + model.parts[model.tempo_place(sample.mover)]
}

/// The mean gradient of the loss over `samples`.
fn gradient(
    samples: &[FitSample],
    batch: &[u32],
    model: &Model,
    weights: &[f32],
    target: Target,
) -> Vec<f32> {
    let zero = || (vec![0.0f32; weights.len()], ByColor([0.0f32; 2]));
    let share = 1.0 / (SCALE * batch.len() as f32);
    let (slopes, tempo) = batch
        .par_chunks(CHUNK)
        .map(|chunk| {
            let (mut slopes, mut tempo) = zero();
            for sample in chunk.iter().map(|&i| &samples[i as usize]) {
                let error = share * (sigmoid(value(sample, weights, model) / SCALE) - target.of(sample));
                for &(slot, count) in &sample.counts {
                    slopes[slot as usize] += error * f32::from(count);
                }
                tempo[sample.mover] += error;
            }
            (slopes, tempo)
        })
        .collect::<Vec<_>>()
        .into_iter()
        .fold(zero(), |(mut slopes, tempo), (more, more_tempo)| {
            slopes.iter_mut().zip(more).for_each(|(sum, slope)| *sum += slope);
            (slopes, ByColor(Color::BOTH.map(|c| tempo[c] + more_tempo[c])))
        });
    model.pull_back(&slopes, tempo)
}

fn mean(samples: &[FitSample], each: impl Fn(&FitSample) -> f64 + Sync) -> f64 {
    samples.iter().map(each).sum::<f64>() / samples.len().max(1) as f64
}

/// The target of positions.
#[derive(Clone, Copy, Debug)]
struct Target {
    score_scale: f32,
    result_share: f32,
}

impl Target {
    fn of(self, sample: &FitSample) -> f32 {
        let searched = sigmoid(f32::from(sample.score) / self.score_scale);
        self.result_share * sample.result + (1.0 - self.result_share) * searched
    }

    fn losses(self, samples: &[FitSample], value: impl Fn(&FitSample) -> f32 + Sync) -> (f64, f64) {
        let blended = mean(samples, |s| cross_entropy(self.of(s), value(s) / SCALE));
        (blended, mean(samples, |s| cross_entropy(s.result, value(s) / SCALE)))
    }
}

/// The scale at which a score of each position predicts the results best.
fn best_scale(samples: &[FitSample], number: impl Fn(&FitSample) -> i16 + Sync) -> f32 {
    const ROUNDS: u32 = 24;
    let cost = |scale: f32| mean(samples, |s| cross_entropy(s.result, f32::from(number(s)) / scale));
    golden_section::best_scale(SCALES, ROUNDS, cost)
}
