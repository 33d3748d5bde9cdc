//! A whole training run: epochs, schedule, validation.

use std::time::Instant;

use serde::Serialize;

use super::TrainError;
use super::dataset::{Dataset, Sample};
use super::export::export;
use super::quality::Quality;
use super::trainer::{StepSize, Trainer};
use crate::eval::network::NetworkWeights;
use crate::rules::Rule;
use crate::tools::interrupt::Interrupt;
use crate::tools::progress::Progress;

/// Share of all steps in which the rate rises to its full size, and most such steps.
const WARM_UP: (f32, f32) = (0.05, 500.0);
/// The rate falls to this share of its full size.
const LAST_RATE: f32 = 0.01;
/// From this share of all steps on, rows are rounded as they will be in the file.
const ROUNDED_FROM: f32 = 2.0 / 3.0;
/// Steps between two reports of progress.
const REPORT_STEPS: usize = 16;

/// How to train.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TrainOptions {
    /// Channels of a square: 32 or 64.
    pub channels: usize,
    /// Rounds over all positions.
    pub epochs: usize,
    /// Positions between two steps.
    pub batch: usize,
    /// Full size of a step.
    pub rate: f32,
    /// Share of the next ply's return in the target; the rest is the searched score.
    pub lambda: f32,
    /// How strongly rare windows are pulled to what they share with others.
    pub pull: f32,
    /// Seed of the first parameters and of the order of positions.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
}

impl Default for TrainOptions {
    fn default() -> Self {
        Self {
            channels: 32,
            epochs: 12,
            batch: 1024,
            rate: 4e-3,
            lambda: 0.7,
            pull: 3e-4,
            seed: 1,
            threads: 1,
        }
    }
}

/// What an epoch brought.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EpochReport {
    /// Number, from 1.
    pub epoch: usize,
    /// Mean cross-entropy against the returns while learning, in nats.
    pub training: f64,
    /// On the held-out positions.
    pub held_out: Quality,
    /// Seconds since the run began.
    pub seconds: f64,
    /// Positions learned from a second in this epoch, validation apart.
    pub speed: f64,
}

/// What a run brought.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainReport {
    /// All epochs that were made: fewer than asked for after an interruption.
    pub epochs: Vec<EpochReport>,
    /// The network.
    pub network: NetworkWeights,
}

/// Trains a network; `heard` is told of every epoch. An interruption ends the run after the epoch in progress.
///
/// # Errors
/// If the threads cannot be started.
pub fn train(
    data: &Dataset,
    rule: Rule,
    options: &TrainOptions,
    interrupt: &Interrupt,
    (progress, heard): (&mut (dyn Progress + Send), &mut (dyn FnMut(&EpochReport) + Send)),
) -> Result<TrainReport, TrainError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).build()?;
    Ok(pool.install(|| match options.channels {
        64 => run::<32>(data, rule, options, interrupt, (progress, heard)),
        _ => run::<16>(data, rule, options, interrupt, (progress, heard)),
    }))
}

fn run<const N: usize>(
    data: &Dataset,
    rule: Rule,
    options: &TrainOptions,
    interrupt: &Interrupt,
    (progress, heard): (&mut (dyn Progress + Send), &mut (dyn FnMut(&EpochReport) + Send)),
) -> TrainReport {
    let begin = Instant::now();
    let mut trainer = Trainer::<N>::new(rule, options.threads, options.seed);
    let mut random = fastrand::Rng::with_seed(options.seed);
    let mut order = data.training.clone();
    let mut epochs = Vec::new();
    let schedule = Schedule::new(options, order.len());
    for epoch in 1..=options.epochs {
        random.shuffle(&mut order);
        let start = Instant::now();
        let training = learn(&mut trainer, data, &order, (options, schedule), progress);
        let speed = order.len() as f64 / start.elapsed().as_secs_f64();
        let logits = trainer.judge(data, &data.held_out, schedule.is_rounded(trainer.adam.steps));
        let held_out = Quality::of(data, &data.held_out, &logits);
        let seconds = begin.elapsed().as_secs_f64();
        epochs.push(EpochReport { epoch, training, held_out, seconds, speed });
        epochs.last().into_iter().for_each(&mut *heard);
        if interrupt.is_raised() {
            break;
        }
    }
    TrainReport { epochs, network: export(&trainer) }
}

/// One epoch; answers with the mean loss.
fn learn<const N: usize>(
    trainer: &mut Trainer<N>,
    data: &Dataset,
    order: &[Sample],
    (options, schedule): (&TrainOptions, Schedule),
    progress: &mut (dyn Progress + Send),
) -> f64 {
    let mut sum = 0.0;
    for batch in order.chunks(options.batch) {
        let size = schedule.size(trainer.adam.steps, options);
        sum += trainer.step(data, batch, size) * batch.len() as f64;
        let steps = trainer.adam.steps as usize;
        if steps.is_multiple_of(REPORT_STEPS) {
            let done = (steps * options.batch) as u64;
            progress.advance(done, schedule.steps as u64 * options.batch as u64, "positions");
        }
    }
    sum / order.len().max(1) as f64
}

/// How the rate rises and falls.
#[derive(Clone, Copy, Debug)]
struct Schedule {
    steps: f32,
}

impl Schedule {
    fn new(options: &TrainOptions, positions: usize) -> Self {
        Self { steps: (options.epochs * positions.div_ceil(options.batch)) as f32 }
    }

    fn size(self, step: i32, options: &TrainOptions) -> StepSize {
        let step_number = step as f32;
        let rise = ((step_number + 1.0) / WARM_UP.1.min(WARM_UP.0 * self.steps)).min(1.0);
        let wave = 0.5 + 0.5 * (std::f32::consts::PI * step_number / self.steps).cos();
        let rate = options.rate * rise * (LAST_RATE + (1.0 - LAST_RATE) * wave);
        StepSize { rate, pull: options.pull, is_rounded: self.is_rounded(step) }
    }

    fn is_rounded(self, step: i32) -> bool {
        step as f32 >= ROUNDED_FROM * self.steps
    }
}
