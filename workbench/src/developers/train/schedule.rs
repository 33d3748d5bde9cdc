//! Learning-rate schedule and progress of a run.

use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::TrainOptions;
use super::core::StepSize;
use super::dataset::Sample;
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

/// An epoch of one of the two networks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Epoch {
    /// Name of the network.
    pub(super) learner: &'static str,
    /// Its positions in an epoch.
    pub(super) positions: u64,
    /// Number of the epoch, from 1.
    pub(super) number: usize,
}

impl Epoch {
    /// Positions of the run after this many of the epoch.
    const fn done(self, positions: u64) -> u64 {
        (self.number as u64 - 1) * self.positions + positions
    }
}

/// Follows the schedule and reports progress.
pub(super) struct Track<'a> {
    pub(super) options: &'a TrainOptions,
    pub(super) meter: &'a dyn Meter,
}

impl Track<'_> {
    /// Calls `step` for each batch of some positions of an epoch and adds them to the tally.
    pub(super) fn follow(
        &self,
        samples: &[Sample],
        epoch: Epoch,
        tally: &mut Tally,
        mut step: impl FnMut(&[Sample], StepSize) -> f64,
    ) {
        let (begin, before) = (Instant::now(), tally.seconds);
        // Batches of one size: a last one of a few positions would be a step as large as the others.
        let batches = samples.len().div_ceil(self.options.batch).max(1);
        for (number, batch) in samples.chunks(samples.len().div_ceil(batches).max(1)).enumerate() {
            let size = self.size(epoch, tally.positions);
            tally.loss += step(batch, size) * batch.len() as f64;
            tally.positions += batch.len() as u64;
            tally.seconds = before + begin.elapsed().as_secs_f64();
            if number.is_multiple_of(REPORT_STEPS) {
                let (Epoch { learner, number, .. }, epochs) = (epoch, self.options.epochs);
                let note = format!("positions, {learner} of epoch {number}/{epochs}, {:.0}/s", tally.speed());
                self.meter.advance(epoch.done(tally.positions), epoch.positions * epochs as u64, &note);
            }
        }
    }

    /// Size of the step after some positions of an epoch.
    fn size(&self, epoch: Epoch, positions: u64) -> StepSize {
        let per_step = self.options.batch as f32;
        let steps = ((self.options.epochs as u64 * epoch.positions) as f32 / per_step).ceil();
        let step = epoch.done(positions) as f32 / per_step;
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
        let track = Track { options: &options, meter: &NoMeter };
        let size = |all: u64, number, positions| {
            track.size(Epoch { learner: "value", positions: all, number }, positions)
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
