//! The value network in training.

use super::arithmetic::{cross_entropy, sigmoid};
use super::core::{Core, GradientThread, StepSize};
use super::dataset::{Dataset, Sample};
use super::features::Extractor;
use super::layout::{HeadLayout, Layout};
use super::value::{ValueState, bound};
use rustgomo::rules::Rule;

/// A value network in training, with rows of `N` numbers: half as many as channels.
#[derive(Debug)]
pub(super) struct ValueTrainer<const N: usize> {
    pub(super) core: Core<HeadLayout, N>,
    extractor: Extractor,
    threads: Vec<GradientThread<ValueState<N>>>,
}

impl<const N: usize> ValueTrainer<N> {
    /// A random network with an output of zero.
    pub(super) fn new(rule: Rule, threads: usize, seed: u64) -> Self {
        let core = Core::new(Layout::value(rule, 2 * N), seed);
        let thread = GradientThread { state: ValueState::new(), sums: core.gradients() };
        Self { core, extractor: Extractor::new(rule), threads: vec![thread; threads.max(1)] }
    }

    /// Makes a step on a batch and returns the mean loss before it, in nats.
    pub(super) fn step(&mut self, data: &Dataset, batch: &[Sample], size: StepSize) -> f64 {
        let loss = self.descend(data, batch, size.is_rounded);
        self.core.step(size, |head, layout| bound(head, layout, 2 * N));
        loss
    }

    /// Computes the mean gradient over a batch and returns the mean loss.
    fn descend(&mut self, data: &Dataset, batch: &[Sample], is_rounded: bool) -> f64 {
        let Self { core, extractor, threads } = self;
        core.descend(batch, threads, is_rounded, |weights, GradientThread { state, sums }, sample, scale| {
            let subject = data.subject(sample);
            let logit = state.forward(weights, extractor, &subject);
            sums.loss += cross_entropy(subject.target, logit);
            let slope = scale * (sigmoid(logit) - subject.target);
            state.backward(weights, subject.mover(), slope, sums);
        })
    }

    /// The logits of positions with the averaged parameters.
    pub(super) fn judge(&self, data: &Dataset, samples: &[Sample], is_rounded: bool) -> Vec<f32> {
        self.core.judge(samples, is_rounded, ValueState::<N>::new, |weights, state, sample| {
            state.forward(weights, &self.extractor, &data.subject(sample))
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::core::tests::{scatter_parameters, steepest};
    use super::*;
    use crate::training_games::{PlyKind, PlyRecord, TrainingGame};
    use rustgomo::geometry::{BoardSize, Color, Square};

    /// Random games with scores that depend on the moves.
    pub(in super::super) fn random_games(rule: Rule, count: u64) -> Vec<TrainingGame> {
        let size = BoardSize::new(11, 9).unwrap();
        let mut random = fastrand::Rng::with_seed(8);
        let game = |number| {
            let mut squares: Vec<Square> = size.squares().collect();
            random.shuffle(&mut squares);
            let ply = |&square: &Square| {
                let score = 100 * (i16::from(square.x()) - i16::from(square.y()));
                PlyRecord { square, kind: PlyKind::Searched(score) }
            };
            let plies = squares.iter().take(14).map(ply).collect();
            let winner = Some(Color::BOTH[number as usize % 2]);
            TrainingGame { number, rule, size, plies, winner }
        };
        (0..count).map(game).collect()
    }

    /// Their positions.
    pub(in super::super) fn games(rule: Rule, count: u64) -> Dataset {
        let mut data = Dataset::default();
        for game in random_games(rule, count) {
            data.add(&game, &crate::developers::train::Scales::default(), 0.0).unwrap();
        }
        data
    }

    #[test]
    fn the_gradient_of_every_group_is_that_of_finite_differences() {
        // With the larger rows the totals are clipped.
        for (rule, added) in [(Rule::Freestyle, 0.0), (Rule::Renju, 0.0), (Rule::Freestyle, 1.5)] {
            let data = games(rule, 4);
            let batch = &data.samples[..16];
            let mut trainer = ValueTrainer::<16>::new(rule, 2, 5);
            scatter_parameters(&mut trainer.core);
            let groups = trainer.core.layout.groups.iter();
            let rows = groups.filter(|group| group.name == "rows").map(|group| group.range.clone());
            let rows: Vec<usize> = rows.flatten().collect();
            for place in rows {
                trainer.core.parameters.parts[place] += added;
            }
            trainer.descend(&data, batch, false);
            for steepest in steepest(&trainer.core) {
                steepest.compare(|x| {
                    trainer.core.parameters.parts[steepest.place] = x;
                    trainer.descend(&data, batch, false)
                });
            }
        }
    }

    /// A network after `steps` steps, and the loss before each.
    pub(in super::super) fn trained(
        rule: Rule,
        data: &Dataset,
        steps: usize,
    ) -> (ValueTrainer<16>, Vec<f64>) {
        let mut trainer = ValueTrainer::<16>::new(rule, 2, 5);
        let size = StepSize { rate: 1e-2, pull: 3e-4, is_rounded: false, smoothing: 0.999 };
        let losses = (0..steps).map(|_| trainer.step(data, &data.samples, size)).collect();
        (trainer, losses)
    }

    #[test]
    fn a_few_positions_are_learned_by_heart() {
        let (_, losses) = trained(Rule::Freestyle, &games(Rule::Freestyle, 16), 80);
        let (first, last) = (losses[0], losses[79]);
        assert!(first > 0.69 && last < first - 0.1, "from {first} to {last}");
    }

    #[test]
    fn the_same_seed_gives_the_same_network() {
        let data = games(Rule::Freestyle, 4);
        let train = || trained(Rule::Freestyle, &data, 5).0.core.parameters.average;
        assert_eq!(train(), train());
    }
}
