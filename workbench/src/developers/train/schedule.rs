//! Learning-rate schedule and progress of a run.

use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::TrainOptions;
use super::core::StepSize;
use super::dataset::Sample;
use super::records::Count;
use crate::meter::Meter;

/// Share of the run in which the rate rises to its peak, and maximum number of such steps.
const WARM_UP: (f32, f32) = (0.05, 500.0);
/// Final rate relative to the peak.
const LAST_RATE: f32 = 0.01;
/// Share of the run after which rows are rounded as in the quantized network.
const ROUNDED_FROM: f32 = 2.0 / 3.0;
/// Steps over which the parameters are averaged: a share of the run, but no fewer than this.
const AVERAGED: (f32, f32) = (0.02, 1000.0);
/// Steps between two progress reports.
const REPORT_STEPS: usize = 16;

/// What was learned from so far in an epoch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Tally {
    positions: u64,
    loss: f64,
    seconds: f64,
}

impl Tally {
    /// Mean loss in nats.
    pub(super) fn mean_loss(self) -> f64 {
        self.loss / self.positions.max(1) as f64
    }

    /// Positions per second.
    pub(super) fn speed(self) -> f64 {
        self.positions as f64 / self.seconds.max(1e-9)
    }
}

/// Which of the two networks learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Learner {
    Value,
    Policy,
}

impl Learner {
    const fn of(self, count: Count) -> u64 {
        match self {
            Self::Value => count.all,
            Self::Policy => count.quiet,
        }
    }
}

/// Follows the schedule and reports progress.
pub(super) struct Track<'a> {
    options: &'a TrainOptions,
    meter: &'a dyn Meter,
    /// Positions of an epoch.
    epoch: Count,
}

impl<'a> Track<'a> {
    /// A run with this number of positions per epoch.
    pub(super) const fn new(options: &'a TrainOptions, epoch: Count, meter: &'a dyn Meter) -> Self {
        Self { options, meter, epoch }
    }

    /// Calls `step` for each batch of some positions of an epoch, counted from 1, and adds them to the tally.
    pub(super) fn follow(
        &self,
        samples: &[Sample],
        (learner, epoch): (Learner, usize),
        tally: &mut Tally,
        mut step: impl FnMut(&[Sample], StepSize) -> f64,
    ) {
        let (begin, before) = (Instant::now(), tally.seconds);
        for (number, batch) in samples.chunks(self.options.batch).enumerate() {
            let size = self.size(learner, epoch, tally.positions);
            tally.loss += step(batch, size) * batch.len() as f64;
            tally.positions += batch.len() as u64;
            tally.seconds = before + begin.elapsed().as_secs_f64();
            if number.is_multiple_of(REPORT_STEPS) {
                let (what, epochs) =
                    (if learner == Learner::Value { "value" } else { "policy" }, self.options.epochs);
                let note = format!("positions, {what} of epoch {epoch}/{epochs}, {:.0}/s", tally.speed());
                let (done, total) = (self.done(learner, epoch, tally.positions), self.total(learner));
                self.meter.advance(done, total, &note);
            }
        }
    }

    fn total(&self, learner: Learner) -> u64 {
        self.options.epochs as u64 * learner.of(self.epoch)
    }

    fn done(&self, learner: Learner, epoch: usize, positions: u64) -> u64 {
        (epoch as u64 - 1) * learner.of(self.epoch) + positions
    }

    /// Size of the step after some positions of an epoch.
    fn size(&self, learner: Learner, epoch: usize, positions: u64) -> StepSize {
        let per_step = self.options.batch as f32;
        let steps = (self.total(learner) as f32 / per_step).ceil();
        let step = self.done(learner, epoch, positions) as f32 / per_step;
        let rise = ((step + 1.0) / WARM_UP.1.min(WARM_UP.0 * steps)).min(1.0);
        let wave = 0.5 + 0.5 * (std::f32::consts::PI * step / steps).cos();
        StepSize {
            rate: self.options.rate * rise * (LAST_RATE + (1.0 - LAST_RATE) * wave),
            pull: self.options.pull,
            is_rounded: step >= ROUNDED_FROM * steps,
            smoothing: 1.0 - 1.0 / AVERAGED.1.max(AVERAGED.0 * steps),
        }
    }

    /// Whether the numbers at the end of an epoch, counted from 1, are rounded as in the quantized network.
    pub(super) fn ends_rounded(&self, epoch: usize) -> bool {
        epoch as f32 >= ROUNDED_FROM * self.options.epochs as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meter::NoMeter;

    #[test]
    fn the_rate_rises_and_falls_over_the_run_and_a_long_one_is_averaged_over_more_steps() {
        let options = TrainOptions { epochs: 2, batch: 100, rate: 1.0, ..TrainOptions::default() };
        let size = |all: u64, epoch, positions| {
            let count = Count { all, quiet: 0 };
            Track::new(&options, count, &NoMeter).size(Learner::Value, epoch, positions)
        };
        let rates =
            [(1, 0), (1, 10_000), (2, 0), (2, 99_900)].map(|(epoch, at)| size(100_000, epoch, at).rate);
        assert!(
            rates[0] < 0.02 && rates[1] > 0.97 && (rates[2] - 0.505).abs() < 0.01 && rates[3] < 0.011,
            "{rates:?}"
        );
        assert!(!size(100_000, 2, 30_000).is_rounded && size(100_000, 2, 40_000).is_rounded);
        let steps = |all| 1.0 / (1.0 - size(all, 1, 0).smoothing);
        assert!((steps(100_000) - 1000.0).abs() < 1.0 && (steps(100_000_000) - 40_000.0).abs() < 100.0);
    }
}
