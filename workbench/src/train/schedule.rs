//! Learning-rate schedule and progress of a run.

use std::time::Instant;

use super::TrainOptions;
use super::core::StepSize;
use super::dataset::Sample;
use crate::meter::Meter;

/// Share of all steps in which the rate rises to its peak, and maximum number of such steps.
const WARM_UP: (f32, f32) = (0.05, 500.0);
/// Final rate relative to the peak.
const LAST_RATE: f32 = 0.01;
/// Share of all epochs after which rows are rounded as in the quantized network.
const ROUNDED_FROM: f32 = 2.0 / 3.0;
/// Steps between two progress reports.
const REPORT_STEPS: usize = 16;

/// Runs epochs with the schedule and reports progress.
pub(super) struct Track<'a> {
    options: &'a TrainOptions,
    meter: &'a dyn Meter,
    done: u64,
    total: u64,
}

impl<'a> Track<'a> {
    /// A run with `positions` positions per epoch after `epochs_done` epochs.
    pub(super) fn new(
        options: &'a TrainOptions,
        (positions, epochs_done): (usize, usize),
        meter: &'a dyn Meter,
    ) -> Self {
        let total = (options.epochs * positions) as u64;
        Self { options, meter, done: (epochs_done * positions) as u64, total }
    }

    /// Calls `step` for each batch of an epoch, counted from 1. Returns the mean loss and the positions per
    /// second.
    pub(super) fn follow(
        &mut self,
        (order, epoch): (&[Sample], usize),
        what: &str,
        mut step: impl FnMut(&[Sample], StepSize) -> f64,
    ) -> (f64, f64) {
        let begin = Instant::now();
        let batches = order.len().div_ceil(self.options.batch);
        let schedule = LearningRate { steps: (self.options.epochs * batches) as f32 };
        let (mut sum, mut count) = (0.0, 0);
        let speed = |count: usize| count as f64 / begin.elapsed().as_secs_f64().max(1e-9);
        for (number, batch) in order.chunks(self.options.batch).enumerate() {
            let size = schedule.size((epoch - 1) * batches + number, self.options, self.is_rounded(epoch));
            sum += step(batch, size) * batch.len() as f64;
            count += batch.len();
            self.done += batch.len() as u64;
            if number.is_multiple_of(REPORT_STEPS) {
                let epochs = self.options.epochs;
                let note = format!("positions, {what} of epoch {epoch}/{epochs}, {:.0}/s", speed(count));
                self.meter.advance(self.done, self.total, &note);
            }
        }
        (sum / order.len().max(1) as f64, speed(count))
    }

    /// Whether an epoch, counted from 1, trains with numbers rounded as in the quantized network.
    pub(super) fn is_rounded(&self, epoch: usize) -> bool {
        (epoch - 1) as f32 >= ROUNDED_FROM * self.options.epochs as f32 - 0.5
    }
}

/// The learning rate by step.
#[derive(Clone, Copy, Debug)]
struct LearningRate {
    steps: f32,
}

impl LearningRate {
    fn size(self, step: usize, options: &TrainOptions, is_rounded: bool) -> StepSize {
        let step = step as f32;
        let rise = ((step + 1.0) / WARM_UP.1.min(WARM_UP.0 * self.steps)).min(1.0);
        let wave = 0.5 + 0.5 * (std::f32::consts::PI * step / self.steps).cos();
        let rate = options.rate * rise * (LAST_RATE + (1.0 - LAST_RATE) * wave);
        StepSize { rate, pull: options.pull, is_rounded }
    }
}
