//! A training run: epochs, validation, checkpoints.

use std::path::{Path, PathBuf};
use std::time::Instant;

use super::checkpoint::{Checkpoint, RunConditions};
use super::dataset::{Dataset, Sample};
use super::policy::PolicyTrainer;
use super::quality::{EpochReport, PolicyQuality, Quality};
use super::quantize::export;
use super::quantize::{begin_policy, begin_value};
use super::schedule::Track;
use super::trainer::ValueTrainer;
use super::{TrainError, TrainOptions};
use crate::files::{hex, sha256};
use crate::interrupt::Interrupt;
use crate::meter::Meter;
use rustgomo::eval::network::NetworkWeights;
use rustgomo::rules::Rule;

/// Result of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainReport {
    /// Completed epochs: fewer than requested after an interruption.
    pub epochs: Vec<EpochReport>,
    /// The network.
    pub network: NetworkWeights,
}

/// A training run to start or continue.
#[derive(Clone, Debug)]
pub struct TrainJob<'a> {
    /// The positions.
    pub data: &'a Dataset,
    /// The rule of the network.
    pub rule: Rule,
    /// The options.
    pub options: TrainOptions,
    /// The initial network, which may be of another rule; random parameters without one.
    pub init: Option<&'a NetworkWeights>,
    /// File for a checkpoint after every epoch.
    pub save: Option<&'a Path>,
    /// Continue from the checkpoint, if there is one.
    pub resume: bool,
    /// Ends the run after the current epoch.
    pub interrupt: &'a Interrupt,
}

/// Trains a network. An interruption ends the run after the current epoch.
///
/// # Errors
/// If the threads cannot be started, the initial network has other numbers of channels, or the checkpoint
/// cannot be read or written.
pub fn train(job: &TrainJob<'_>, listeners: Listeners<'_>) -> Result<TrainReport, TrainError> {
    job.check_shape()?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(job.options.threads).build()?;
    pool.install(|| match (job.options.channels, job.options.policy_channels) {
        (64, 64) => job.run::<32, 64>(listeners),
        (64, _) => job.run::<32, 32>(listeners),
        (_, 64) => job.run::<16, 64>(listeners),
        _ => job.run::<16, 32>(listeners),
    })
}

/// Progress meter, and callback after each epoch with the results of all epochs.
pub type Listeners<'a> = (&'a dyn Meter, &'a mut (dyn FnMut(&[EpochReport]) + Send));

/// The networks in training.
struct Learners<const N: usize, const P: usize> {
    value: ValueTrainer<N>,
    policy: Option<PolicyTrainer<P>>,
}

impl TrainJob<'_> {
    fn check_shape(&self) -> Result<(), TrainError> {
        let Some(init) = self.init else { return Ok(()) };
        let TrainOptions { channels, policy_channels, .. } = self.options;
        // A policy can be added to a network without one, and an unused policy is dropped.
        let policy = if init.policy_channels == 0 || policy_channels == 0 {
            init.policy_channels
        } else {
            policy_channels
        };
        if (init.channels, init.policy_channels) == (channels, policy) {
            return Ok(());
        }
        let expected = format!("{channels} and {policy}");
        Err(TrainError::Shape { expected, found: format!("{} and {}", init.channels, init.policy_channels) })
    }

    fn conditions(&self) -> RunConditions {
        RunConditions {
            rule: self.rule.name().to_owned(),
            options: self.options,
            records: self.data.files.iter().map(|file| file.sha256.clone()).collect(),
            init: self.init.map(|network| hex(&sha256(&network.to_bytes()))),
        }
    }

    /// The networks before the first epoch.
    fn learners<const N: usize, const P: usize>(&self) -> Learners<N, P> {
        let TrainOptions { threads, seed, policy_channels, line_share, .. } = self.options;
        let mut value = ValueTrainer::<N>::new(self.rule, threads, seed);
        let mut policy =
            (policy_channels > 0).then(|| PolicyTrainer::<P>::new(self.rule, threads, seed, line_share));
        if let Some(init) = self.init {
            begin_value(&mut value.core, init);
            if let Some(policy) = policy.as_mut().filter(|_| init.policy_channels > 0) {
                begin_policy(&mut policy.core, init);
            }
        }
        Learners { value, policy }
    }

    fn run<const N: usize, const P: usize>(
        &self,
        (progress, on_epoch): Listeners<'_>,
    ) -> Result<TrainReport, TrainError> {
        let mut learners = self.learners::<N, P>();
        let mut epochs = self.restored(&mut learners)?;
        let (begin, before) = (Instant::now(), epochs.last().map_or(0.0, |epoch| epoch.seconds));
        let mut random = fastrand::Rng::with_seed(self.options.seed);
        let mut order = self.data.training.clone();
        // The order of an epoch depends on the earlier ones.
        (0..epochs.len()).for_each(|_| random.shuffle(&mut order));
        let quiet = if learners.policy.is_some() { quiet(&order).len() } else { 0 };
        let mut track = Track::new(&self.options, (order.len() + quiet, epochs.len()), progress);
        while epochs.len() < self.options.epochs && !self.interrupt.is_raised() {
            random.shuffle(&mut order);
            let mut report = self.epoch(&mut learners, (&order, epochs.len() + 1), &mut track);
            report.seconds = before + begin.elapsed().as_secs_f64();
            epochs.push(report);
            on_epoch(&epochs);
            self.save(&learners, &epochs)?;
        }
        let network = export(&learners.value.core, learners.policy.as_ref().map(|policy| &policy.core));
        Ok(TrainReport { epochs, network })
    }

    fn epoch<const N: usize, const P: usize>(
        &self,
        Learners { value, policy }: &mut Learners<N, P>,
        (order, epoch): (&[Sample], usize),
        track: &mut Track<'_>,
    ) -> EpochReport {
        let (data, samples) = (self.data, &self.data.held_out);
        let is_rounded = track.is_rounded(epoch);
        let (training, speed) =
            track.follow((order, epoch), "value", |batch, size| value.step(data, batch, size));
        let held_out = Quality::of(data, samples, &value.judge(data, samples, is_rounded));
        let policy = policy.as_mut().map(|policy| {
            let order = quiet(order);
            let (training, speed) =
                track.follow((&order, epoch), "policy", |batch, size| policy.step(data, batch, size));
            PolicyQuality::of(&policy.judge(data, &quiet(samples), is_rounded), training, speed)
        });
        EpochReport { epoch, training, held_out, policy, seconds: 0.0, speed }
    }

    /// Restores the checkpoint, if there is one, and returns its epochs.
    fn restored<const N: usize, const P: usize>(
        &self,
        learners: &mut Learners<N, P>,
    ) -> Result<Vec<EpochReport>, TrainError> {
        let Some(path) = self.save.filter(|path| self.resume && path.exists()) else { return Ok(Vec::new()) };
        let state = Checkpoint::load(path, &self.conditions())?;
        let policy = match (learners.policy.as_mut(), state.policy) {
            (Some(policy), Some(from)) => policy.core.restore(from),
            (None, None) => true,
            _ => false,
        };
        if learners.value.core.restore(state.value) && policy {
            Ok(state.epochs)
        } else {
            Err(TrainError::State { file: PathBuf::from(path) })
        }
    }

    fn save<const N: usize, const P: usize>(
        &self,
        learners: &Learners<N, P>,
        epochs: &[EpochReport],
    ) -> Result<(), TrainError> {
        let Some(path) = self.save else { return Ok(()) };
        let policy = learners.policy.as_ref().map(|policy| policy.core.parameters());
        let (conditions, value) = (self.conditions(), learners.value.core.parameters());
        Checkpoint { conditions, epochs: epochs.to_vec(), value, policy }.save(path)
    }
}

fn quiet(samples: &[Sample]) -> Vec<Sample> {
    samples.iter().copied().filter(|sample| sample.is_quiet()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::trainer::tests::games;
    use super::*;
    use crate::meter::NoMeter;

    #[test]
    fn a_continued_run_equals_an_uninterrupted_one() {
        let path = std::env::temp_dir().join(format!("rustgomo-resumed-{}", std::process::id()));
        let data = games(Rule::Freestyle, 40);
        let options = TrainOptions { epochs: 4, batch: 32, threads: 2, ..TrainOptions::default() };
        let run = |last: usize, save: Option<&Path>| {
            let interrupt = Interrupt::default();
            let job = TrainJob {
                data: &data,
                rule: Rule::Freestyle,
                options,
                init: None,
                save,
                resume: true,
                interrupt: &interrupt,
            };
            let mut on_epoch = |epochs: &[EpochReport]| {
                if epochs.len() == last {
                    interrupt.raise();
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
    }
}
