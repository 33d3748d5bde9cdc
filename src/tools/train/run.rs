//! A whole training run: epochs, schedule, validation.

use std::time::Instant;

use serde::Serialize;

use super::TrainError;
use super::core::StepSize;
use super::dataset::{Dataset, Sample};
use super::export::export;
use super::policy::PolicyTrainer;
use super::quality::{PolicyQuality, Quality};
use super::trainer::ValueTrainer;
use crate::eval::network::NetworkWeights;
use crate::rules::Rule;
use crate::tools::interrupt::Interrupt;
use crate::tools::progress::Progress;

/// Share of all steps in which the rate rises to its full size, and most such steps.
const WARM_UP: (f32, f32) = (0.05, 500.0);
/// The rate falls to this share of its full size.
const LAST_RATE: f32 = 0.01;
/// From this share of all epochs on, rows are rounded as they will be in the file.
const ROUNDED_FROM: f32 = 2.0 / 3.0;
/// Steps between two reports of progress.
const REPORT_STEPS: usize = 16;

/// How to train.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TrainOptions {
    /// Channels of a square: 32 or 64.
    pub channels: usize,
    /// Channels of the policy: 32, 64, or 0 for none.
    pub policy_channels: usize,
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
            policy_channels: 32,
            epochs: 12,
            batch: 1024,
            rate: 1.6e-2,
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
    /// The policy, if there is one.
    pub policy: Option<PolicyQuality>,
    /// Seconds since the run began.
    pub seconds: f64,
    /// Positions that the value learned from in a second of this epoch.
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

/// Trains a network. An interruption ends the run after the epoch in progress.
///
/// # Errors
/// If the threads cannot be started.
pub fn train(
    data: &Dataset,
    rule: Rule,
    options: &TrainOptions,
    interrupt: &Interrupt,
    listeners: Listeners<'_>,
) -> Result<TrainReport, TrainError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).build()?;
    let job = Job { data, options, interrupt };
    Ok(pool.install(|| match (options.channels, options.policy_channels) {
        (64, 64) => job.run::<32, 64>(rule, listeners),
        (64, _) => job.run::<32, 32>(rule, listeners),
        (_, 64) => job.run::<16, 64>(rule, listeners),
        _ => job.run::<16, 32>(rule, listeners),
    }))
}

/// Who hears of the progress, and of every epoch.
pub type Listeners<'a> = (&'a mut (dyn Progress + Send), &'a mut (dyn FnMut(&EpochReport) + Send));

/// What a run is made of.
struct Job<'a> {
    data: &'a Dataset,
    options: &'a TrainOptions,
    interrupt: &'a Interrupt,
}

impl Job<'_> {
    fn run<const N: usize, const P: usize>(
        &self,
        rule: Rule,
        (progress, heard): Listeners<'_>,
    ) -> TrainReport {
        let TrainOptions { threads, seed, .. } = *self.options;
        let begin = Instant::now();
        let mut value = ValueTrainer::<N>::new(rule, threads, seed);
        let has_policy = self.options.policy_channels > 0;
        let mut policy = has_policy.then(|| PolicyTrainer::<P>::new(rule, threads, seed));
        let mut random = fastrand::Rng::with_seed(seed);
        let mut order = self.data.training.clone();
        let held_out = &self.data.held_out;
        let mut track = Track::new(self, progress);
        let mut epochs = Vec::new();
        for epoch in 1..=self.options.epochs {
            random.shuffle(&mut order);
            let start = Instant::now();
            let training = track.follow(&order, epoch, |batch, size| value.step(self.data, batch, size));
            let speed = order.len() as f64 / start.elapsed().as_secs_f64();
            let is_rounded = track.is_rounded(epoch);
            let held_out = Quality::of(self.data, held_out, &value.judge(self.data, held_out, is_rounded));
            let policy = policy.as_mut().map(|policy| self.policy_epoch(policy, &order, epoch, &mut track));
            let seconds = begin.elapsed().as_secs_f64();
            let report = EpochReport { epoch, training, held_out, policy, seconds, speed };
            heard(&report);
            epochs.push(report);
            if self.interrupt.is_raised() {
                break;
            }
        }
        TrainReport { epochs, network: export(&value.core, policy.as_ref().map(|policy| &policy.core)) }
    }

    /// One epoch of the policy.
    fn policy_epoch<const P: usize>(
        &self,
        policy: &mut PolicyTrainer<P>,
        order: &[Sample],
        epoch: usize,
        track: &mut Track<'_>,
    ) -> PolicyQuality {
        let quiet = |samples: &[Sample]| -> Vec<Sample> {
            samples.iter().copied().filter(|sample| sample.is_quiet()).collect()
        };
        let start = Instant::now();
        let order = quiet(order);
        let training = track.follow(&order, epoch, |batch, size| policy.step(self.data, batch, size));
        let speed = order.len() as f64 / start.elapsed().as_secs_f64();
        let judged = policy.judge(self.data, &quiet(&self.data.held_out), track.is_rounded(epoch));
        PolicyQuality::of(&judged, training, speed)
    }
}

/// Where in the run the learning is.
struct Track<'a> {
    options: &'a TrainOptions,
    progress: &'a mut (dyn Progress + Send),
    done: u64,
    total: u64,
}

impl<'a> Track<'a> {
    fn new(job: &Job<'a>, progress: &'a mut (dyn Progress + Send)) -> Self {
        let Job { data, options, .. } = *job;
        let quiet = data.training.iter().filter(|sample| sample.is_quiet()).count();
        let policy = if options.policy_channels > 0 { quiet } else { 0 };
        let total = (options.epochs * (data.training.len() + policy)) as u64;
        Self { options, progress, done: 0, total }
    }

    /// Takes one step for each batch of an epoch, from 1; answers with the mean loss.
    fn follow(
        &mut self,
        order: &[Sample],
        epoch: usize,
        mut step: impl FnMut(&[Sample], StepSize) -> f64,
    ) -> f64 {
        let batches = order.len().div_ceil(self.options.batch);
        let schedule = Schedule { steps: (self.options.epochs * batches) as f32 };
        let mut sum = 0.0;
        for (number, batch) in order.chunks(self.options.batch).enumerate() {
            let size = schedule.size((epoch - 1) * batches + number, self.options, self.is_rounded(epoch));
            sum += step(batch, size) * batch.len() as f64;
            self.done += batch.len() as u64;
            if number.is_multiple_of(REPORT_STEPS) {
                self.progress.advance(self.done, self.total, "positions");
            }
        }
        sum / order.len().max(1) as f64
    }

    fn is_rounded(&self, epoch: usize) -> bool {
        (epoch - 1) as f32 >= ROUNDED_FROM * self.options.epochs as f32 - 0.5
    }
}

/// How the rate rises and falls.
#[derive(Clone, Copy, Debug)]
struct Schedule {
    steps: f32,
}

impl Schedule {
    fn size(self, step: usize, options: &TrainOptions, is_rounded: bool) -> StepSize {
        let step = step as f32;
        let rise = ((step + 1.0) / WARM_UP.1.min(WARM_UP.0 * self.steps)).min(1.0);
        let wave = 0.5 + 0.5 * (std::f32::consts::PI * step / self.steps).cos();
        let rate = options.rate * rise * (LAST_RATE + (1.0 - LAST_RATE) * wave);
        StepSize { rate, pull: options.pull, is_rounded }
    }
}
