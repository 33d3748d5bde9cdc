//! A training run: epochs, validation, checkpoints.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use super::TrainOptions;
use super::checkpoint::{Checkpoint, Progress, RunConditions, damaged};
use super::dataset::Sample;
use super::policy::PolicyTrainer;
use super::quality::{EpochReport, PolicyQuality, Quality};
use super::quantize::{begin_policy, begin_value, export};
use super::records::{Records, Window};
use super::schedule::{Epoch, Track};
use super::trainer::ValueTrainer;
use crate::files::{hex, sha256};
use crate::meter::Meter;
use crate::threads::pool;
use rustgomo::StopHandle;
use rustgomo::eval::network::NetworkWeights;
use rustgomo::rules::Rule;

/// Result of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainReport {
    /// Completed epochs: fewer than requested after an interruption.
    pub epochs: Vec<EpochReport>,
    /// What the network is worth: the last of them or, after an interruption, the part of the next one that was
    /// learned. `None` if nothing was.
    pub last: Option<EpochReport>,
    pub network: NetworkWeights,
}

/// A training run to start or continue.
#[derive(Clone, Debug)]
pub struct TrainJob<'a> {
    /// The positions.
    pub records: &'a Records,
    /// The rule of the network.
    pub rule: Rule,
    pub options: TrainOptions,
    /// The initial network with the name of its file. It may be of another rule; random parameters without
    /// one.
    pub init: Option<(&'a Path, &'a NetworkWeights)>,
    /// File for a checkpoint after every epoch and about every minute.
    pub save: Option<&'a Path>,
    /// Continue from the checkpoint, if there is one.
    pub resume: bool,
    /// Ends the run soon, and at the end of an epoch that fits in memory.
    pub stop: &'a StopHandle,
}

/// Trains a network. An interruption ends the run within seconds, between two parts of an epoch that does not
/// fit in memory. A run whose loss is no number any more fails, and leaves no checkpoint.
pub fn train(job: &TrainJob<'_>, listeners: Listeners<'_>) -> Result<TrainReport> {
    if let Some((_, init)) = job.init {
        job.options.expect_shape(init)?;
    }
    pool(job.options.threads)?.install(|| match (job.options.channels, job.options.policy_channels) {
        (64, 64) => job.run::<32, 64>(listeners),
        (64, _) => job.run::<32, 32>(listeners),
        (_, 64) => job.run::<16, 64>(listeners),
        _ => job.run::<16, 32>(listeners),
    })
}

/// Progress meter, and callback after each epoch with the results of all epochs.
pub type Listeners<'a> = (&'a dyn Meter, &'a mut (dyn FnMut(&[EpochReport]) + Send));

/// Time between two checkpoints within an epoch.
const SAVE_INTERVAL: Duration = Duration::from_secs(60);

/// Begin of the run, and time of the last checkpoint.
struct Clock {
    begin: Instant,
    saved: Instant,
}

/// A run in progress.
struct State<const N: usize, const P: usize> {
    value: ValueTrainer<N>,
    policy: Option<PolicyTrainer<P>>,
    /// The completed epochs.
    epochs: Vec<EpochReport>,
    /// The part of the next one that is done.
    progress: Progress,
}

impl TrainJob<'_> {
    fn conditions(&self) -> RunConditions {
        RunConditions {
            rule: self.rule.name().to_owned(),
            options: self.options,
            records: self.records.files.iter().map(|file| file.sha256.clone()).collect(),
            init: self.init.map(|(_, network)| hex(&sha256(&network.to_bytes()))),
        }
    }

    /// The state before the first epoch.
    fn initial<const N: usize, const P: usize>(&self) -> State<N, P> {
        let TrainOptions { threads, seed, policy_channels, .. } = self.options;
        let mut value = ValueTrainer::<N>::new(self.rule, threads, seed);
        let mut policy = (policy_channels > 0).then(|| PolicyTrainer::<P>::new(self.rule, threads, seed));
        if let Some((_, init)) = self.init {
            begin_value(&mut value.core, init);
            if let Some(policy) = policy.as_mut().filter(|_| init.policy_channels > 0) {
                begin_policy(&mut policy.core, init);
            }
        }
        State { value, policy, epochs: Vec::new(), progress: Progress::default() }
    }

    fn run<const N: usize, const P: usize>(&self, (meter, on_epoch): Listeners<'_>) -> Result<TrainReport> {
        let mut state = self.restored::<N, P>()?;
        let begin = Instant::now().checked_sub(Duration::from_secs_f64(state.progress.seconds));
        let mut clock = Clock { begin: begin.unwrap_or_else(Instant::now), saved: Instant::now() };
        let track = Track { options: &self.options, meter };
        let mut part = None;
        while state.epochs.len() < self.options.epochs && !self.stop.is_stopped() {
            if self.epoch(&mut state, &track, &mut clock)?.is_break() {
                part = Some(self.judged(&state, &track, &clock)?);
                break;
            }
            let report = self.judged(&state, &track, &clock)?;
            state.epochs.push(report);
            state.progress = Progress::default();
            on_epoch(&state.epochs);
            self.save(&mut state, &mut clock)?;
        }
        let network = export(&state.value.core, state.policy.as_ref().map(|policy| &policy.core));
        let last = part.or_else(|| state.epochs.last().cloned());
        Ok(TrainReport { epochs: state.epochs, last, network })
    }

    /// Learns from the rest of an epoch; breaks off if that is interrupted.
    fn epoch<const N: usize, const P: usize>(
        &self,
        state: &mut State<N, P>,
        track: &Track<'_>,
        clock: &mut Clock,
    ) -> Result<ControlFlow<()>> {
        let number = state.epochs.len() + 1;
        let of = |learner, positions| Epoch { learner, positions, number };
        let counts = self.records.training;
        let mut flow = ControlFlow::Continue(());
        self.records.each_window((self.options.seed, number), state.progress.windows, |window| {
            let Window { number: place, is_last, data } = window;
            let State { value, policy, progress, .. } = &mut *state;
            track.follow(&data.samples, of("value", counts.all), &mut progress.value, |batch, size| {
                value.step(&data, batch, size)
            });
            if let Some(policy) = policy {
                let tally = &mut progress.policy;
                track.follow(&quiet(&data.samples), of("policy", counts.quiet), tally, |batch, size| {
                    policy.step(&data, batch, size)
                });
            }
            progress.windows = place + 1;
            if is_last {
                return Ok(flow);
            }
            if self.stop.is_stopped() {
                flow = ControlFlow::Break(());
            }
            if flow.is_break() || clock.saved.elapsed() >= SAVE_INTERVAL {
                self.save(state, clock)?;
            }
            Ok(flow)
        })?;
        Ok(flow)
    }

    /// The report of the epoch that was just completed or broken off.
    fn judged<const N: usize, const P: usize>(
        &self,
        state: &State<N, P>,
        track: &Track<'_>,
        clock: &Clock,
    ) -> Result<EpochReport> {
        let State { value, policy, progress, .. } = state;
        let (data, epoch) = (&self.records.held_out, state.epochs.len() + 1);
        let is_rounded = track.ends_rounded(epoch);
        let held_out = Quality::of(data, &data.samples, &value.judge(data, &data.samples, is_rounded));
        let policy = policy.as_ref().map(|policy| {
            let judged = policy.judge(data, &quiet(&data.samples), is_rounded);
            PolicyQuality::of(&judged, progress.policy.mean_loss(), progress.policy.speed())
        });
        let loss = held_out.against_return + policy.map_or(0.0, |policy| policy.held_out);
        if !loss.is_finite() {
            // Nothing brings such parameters back.
            self.save.filter(|path| path.exists()).map(fs::remove_file).transpose()?;
            bail!("expected a finite loss of epoch {epoch}, found {loss}: lower the rate");
        }
        let (training, speed) = (progress.value.mean_loss(), progress.value.speed());
        let seconds = clock.begin.elapsed().as_secs_f64();
        Ok(EpochReport { epoch, training, held_out, policy, seconds, speed })
    }

    /// The state of the checkpoint, or the initial one if there is none.
    fn restored<const N: usize, const P: usize>(&self) -> Result<State<N, P>> {
        let mut state = self.initial();
        let Some(path) = self.save.filter(|path| self.resume && path.exists()) else { return Ok(state) };
        let Checkpoint { epochs, progress, value, policy, .. } = Checkpoint::load(path, &self.conditions())?;
        let fits = match (state.policy.as_mut(), policy) {
            (Some(policy), Some(from)) => policy.core.restore(from),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        if !fits || !state.value.core.restore(value) {
            bail!(damaged(path));
        }
        Ok(State { epochs, progress, ..state })
    }

    fn save<const N: usize, const P: usize>(&self, state: &mut State<N, P>, clock: &mut Clock) -> Result<()> {
        state.progress.seconds = clock.begin.elapsed().as_secs_f64();
        clock.saved = Instant::now();
        let Some(path) = self.save else { return Ok(()) };
        let State { value, policy, epochs, progress } = state;
        let (conditions, value) = (self.conditions(), value.core.parameters.clone());
        let policy = policy.as_ref().map(|policy| policy.core.parameters.clone());
        Checkpoint { conditions, epochs: epochs.clone(), progress: *progress, value, policy }.save(path)
    }
}

fn quiet(samples: &[Sample]) -> Vec<Sample> {
    samples.iter().copied().filter(|sample| sample.is_quiet()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::records::tests::written;
    use super::super::trainer::tests::random_games;
    use super::*;
    use crate::meter::NoMeter;

    #[test]
    fn a_continued_run_equals_an_uninterrupted_one() {
        let path = std::env::temp_dir().join(format!("rustgomo-resumed-{}", std::process::id()));
        let file = written("resumed", &random_games(Rule::Freestyle, 40));
        let records = Records::read(std::slice::from_ref(&file), Rule::Freestyle, 0.0).unwrap();
        let options = TrainOptions { epochs: 4, batch: 32, threads: 2, ..TrainOptions::default() };
        let run = |last: usize, save: Option<&Path>| {
            let stop = StopHandle::new();
            let job = TrainJob {
                records: &records,
                rule: Rule::Freestyle,
                options,
                init: None,
                save,
                resume: true,
                stop: &stop,
            };
            let mut on_epoch = |epochs: &[EpochReport]| {
                if epochs.len() == last {
                    stop.stop();
                }
            };
            train(&job, (&NoMeter, &mut on_epoch)).unwrap()
        };
        let whole = run(4, None);
        assert_eq!(run(1, Some(&path)).epochs.len(), 1);
        assert_eq!(run(3, Some(&path)).epochs.len(), 3);
        let continued = run(4, Some(&path));
        assert!(continued.network == whole.network);
        let losses = |report: &TrainReport| {
            report.epochs.iter().map(|e| (e.training.to_bits(), e.held_out.clone())).collect::<Vec<_>>()
        };
        assert_eq!(losses(&continued), losses(&whole));
        std::fs::remove_file(&path).unwrap();
        std::fs::remove_file(&file).unwrap();
    }

    #[test]
    fn a_run_that_diverges_fails_and_leaves_no_checkpoint() {
        let path = std::env::temp_dir().join(format!("rustgomo-diverged-{}", std::process::id()));
        let file = written("diverged", &random_games(Rule::Freestyle, 40));
        let job = TrainJob {
            records: &Records::read(std::slice::from_ref(&file), Rule::Freestyle, 0.0).unwrap(),
            rule: Rule::Freestyle,
            options: TrainOptions { rate: 1e38, epochs: 2, batch: 32, threads: 1, ..TrainOptions::default() },
            init: None,
            save: Some(&path),
            resume: false,
            stop: &StopHandle::new(),
        };
        let told = train(&job, (&NoMeter, &mut |_| {})).unwrap_err().to_string();
        assert!(
            told.starts_with("expected a finite loss of epoch ") && told.ends_with("lower the rate"),
            "{told}"
        );
        assert!(!path.exists());
        std::fs::remove_file(&file).unwrap();
    }
}
