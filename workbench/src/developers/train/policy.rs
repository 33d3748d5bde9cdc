//! The policy network: which move the search would choose.

use super::arithmetic::{dot, masked};
use super::context::{ContextLayer, bound};
use super::core::{Core, GradientThread, Gradients, StepSize, Weights};
use super::dataset::{Dataset, Sample, SamplePosition};
use super::features::{Boards, CandidateMove, Extractor};
use super::layout::{Layout, PolicyLayout};
use super::value::{CELL_LIMIT, gather, scatter};
use rustgomo::eval::network::{PLACES, distance_class};
use rustgomo::geometry::{BoardSize, DIRECTIONS, SQUARE_SPAN, Square};
use rustgomo::rules::Rule;

/// A policy network in training, with `N` channels.
#[derive(Debug)]
pub(super) struct PolicyTrainer<const N: usize> {
    pub(super) core: Core<PolicyLayout, N>,
    extractor: Extractor,
    threads: Vec<GradientThread<PolicyState<N>>>,
}

/// Activations of a position.
#[derive(Clone, Debug)]
struct PolicyState<const N: usize> {
    boards: Boards,
    candidates: Vec<CandidateMove>,
    /// Clipped channels of each candidate.
    cells: Vec<[f32; N]>,
    /// Class of the distance to the opponent's last move and to the own one before.
    near: Vec<[usize; 2]>,
    context: ContextLayer<N>,
    lines: LineNeighbors,
    logits: Vec<f32>,
}

impl<const N: usize> PolicyState<N> {
    fn new() -> Self {
        Self {
            boards: Boards::default(),
            candidates: Vec::new(),
            cells: Vec::new(),
            near: Vec::new(),
            context: ContextLayer::new(),
            lines: LineNeighbors::default(),
            logits: Vec::new(),
        }
    }

    /// Computes the logits of all candidates.
    fn forward(
        &mut self,
        weights: &Weights<'_, PolicyLayout>,
        extractor: &Extractor,
        subject: &SamplePosition<'_>,
    ) {
        extractor.candidates(subject.size, subject.moves, &mut self.boards, &mut self.candidates);
        let table = weights.table(subject.mover()).as_chunks::<N>().0;
        let earlier = |back: usize| subject.moves.len().checked_sub(back).map(|at| subject.moves[at]);
        let earlier = [earlier(1), earlier(2)];
        self.cells.clear();
        self.near.clear();
        for &CandidateMove { square, rows } in &self.candidates {
            self.cells.push(gather(table, rows));
            self.near.push(earlier.map(|earlier| distance_class(square, earlier)));
        }
        let (head, layout) = weights.head(subject.mover());
        self.context.forward(head, layout, &self.cells, weights.is_rounded);
        let (output, [last, own]) = self.context.numbers();
        self.lines.set_up(subject.size, self.candidates.iter().map(|candidate| candidate.square));
        let said: Vec<[f32; PLACES]> =
            self.cells.iter().map(|cell| std::array::from_fn(|place| dot(&output[place], cell))).collect();
        self.lines.collect(&said, &mut self.logits);
        for (logit, near) in self.logits.iter_mut().zip(&self.near) {
            *logit += last[near[0]] + own[near[1]];
        }
    }

    /// Applies softmax to the logits and returns the cross-entropy against the searched move.
    fn normalise(&mut self, searched: usize) -> f64 {
        let largest = self.logits.iter().copied().fold(f32::MIN, f32::max);
        let ours = f64::from(self.logits[searched] - largest);
        self.logits.iter_mut().for_each(|x| *x = (*x - largest).exp());
        let sum: f32 = self.logits.iter().sum();
        self.logits.iter_mut().for_each(|x| *x /= sum);
        f64::from(sum).ln() - ours
    }

    /// Adds the gradient of the last [`forward`](Self::forward), times `scale`, after softmax was applied to
    /// the logits and 1 taken off that of the searched move.
    fn backward(
        &mut self,
        weights: &Weights<'_, PolicyLayout>,
        subject: &SamplePosition<'_>,
        scale: f32,
        sums: &mut Gradients,
    ) {
        let (head, layout) = weights.head(subject.mover());
        self.logits.iter_mut().for_each(|x| *x *= scale);
        let said = self.lines.spread(&self.logits);
        let (output, [last, own]) = self.context.slopes();
        for (((cell, near), slope), said) in self.cells.iter().zip(&self.near).zip(&self.logits).zip(&said) {
            for (output, slope) in output.iter_mut().zip(said) {
                output.iter_mut().zip(cell).for_each(|(sum, x)| *sum += slope * x);
            }
            last[near[0]] += slope;
            own[near[1]] += slope;
        }
        let slopes = &mut sums.heads[weights.head_start(subject.mover())..][..head.len()];
        let of_sums = self.context.backward(head, layout, slopes);
        let (output, _) = self.context.numbers();
        let table = sums.tables[weights.table_start(subject.mover())..].as_chunks_mut::<N>().0;
        for ((cell, candidate), said) in self.cells.iter().zip(&self.candidates).zip(&said) {
            let mut back = of_sums;
            for (output, slope) in output.iter().zip(said) {
                back.iter_mut().zip(output).for_each(|(sum, weight)| *sum += slope * weight);
            }
            scatter(table, candidate.rows, &masked(&back, cell, CELL_LIMIT));
        }
    }

    /// The index of a move among the candidates.
    fn place_of(&self, square: Square) -> Option<usize> {
        self.candidates.iter().position(|candidate| candidate.square == square)
    }
}

impl<const N: usize> PolicyTrainer<N> {
    /// A random network.
    pub(super) fn new(rule: Rule, threads: usize, seed: u64) -> Self {
        let core = Core::new(Layout::policy(rule, N), seed);
        let thread = GradientThread { state: PolicyState::new(), sums: core.gradients() };
        let threads = vec![thread; threads.max(1)];
        Self { core, extractor: Extractor::new(rule), threads }
    }

    /// Makes a step on a batch of quiet positions and returns the mean loss before it, in nats.
    pub(super) fn step(&mut self, data: &Dataset, batch: &[Sample], size: StepSize) -> f64 {
        let loss = self.descend(data, batch, size.is_rounded);
        self.core.step(size, |head, layout| bound(head, layout, N));
        loss
    }

    /// Computes the mean gradient over a batch and returns the mean loss.
    fn descend(&mut self, data: &Dataset, batch: &[Sample], is_rounded: bool) -> f64 {
        let Self { core, extractor, threads } = self;
        core.descend(batch, threads, is_rounded, |weights, GradientThread { state, sums }, sample, scale| {
            let subject = data.subject(sample);
            state.forward(weights, extractor, &subject);
            if let Some(searched) = state.place_of(subject.best) {
                sums.loss += state.normalise(searched);
                state.logits[searched] -= 1.0;
                state.backward(weights, &subject, scale, sums);
            }
        })
    }

    /// Cross-entropy in nats and rank of the searched move, from 0, of quiet positions.
    pub(super) fn judge(&self, data: &Dataset, samples: &[Sample], is_rounded: bool) -> Vec<(f64, usize)> {
        self.core.judge(samples, is_rounded, PolicyState::<N>::new, |weights, state, sample| {
            let subject = data.subject(sample);
            state.forward(weights, &self.extractor, &subject);
            let Some(best) = state.place_of(subject.best) else { return (0.0, 0) };
            let ours = state.logits[best];
            let before = state.logits.iter().filter(|&&logit| logit > ours).count();
            (state.normalise(best), before)
        })
    }
}

/// Candidates on the lines of each candidate.
#[derive(Clone, Debug, Default)]
pub(super) struct LineNeighbors {
    /// The others on the lines of each candidate with their places.
    others: Vec<(u16, u8)>,
    /// End of the list of each candidate.
    ends: Vec<usize>,
    /// Number of the candidate on each square, from 1; 0 for none.
    numbers: Vec<u16>,
}

impl LineNeighbors {
    /// Finds the neighbours of all candidates.
    pub(super) fn set_up(&mut self, size: BoardSize, squares: impl Iterator<Item = Square> + Clone) {
        self.numbers.clear();
        self.numbers.resize(SQUARE_SPAN, 0);
        self.others.clear();
        self.ends.clear();
        (1..).zip(squares.clone()).for_each(|(number, square)| self.numbers[square.index()] = number);
        for square in squares {
            for direction in DIRECTIONS {
                for place in 1..PLACES as i8 {
                    for other in [place, -place].into_iter().filter_map(|n| square.step(direction, n, size)) {
                        let number = self.numbers[other.index()].checked_sub(1);
                        self.others.extend(number.map(|number| (number, place as u8)));
                    }
                }
            }
            self.ends.push(self.others.len());
        }
    }

    fn lists(&self) -> impl Iterator<Item = &[(u16, u8)]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.others[start..end])
    }

    /// The logit of each candidate from the contributions of all candidates to moves at each place.
    pub(super) fn collect(&self, said: &[[f32; PLACES]], logits: &mut Vec<f32>) {
        logits.clear();
        logits.extend(self.lists().zip(said).map(|(others, own)| {
            own[0] + others.iter().map(|&(other, place)| said[other as usize][place as usize]).sum::<f32>()
        }));
    }

    /// The gradient of the contributions from that of the logits.
    pub(super) fn spread(&self, slopes: &[f32]) -> Vec<[f32; PLACES]> {
        let mut said = vec![[0.0; PLACES]; slopes.len()];
        for ((number, others), &slope) in self.lists().enumerate().zip(slopes) {
            said[number][0] += slope;
            for &(other, place) in others {
                said[other as usize][place as usize] += slope;
            }
        }
        said
    }
}

#[cfg(test)]
mod tests {
    use super::super::core::tests::{scatter_parameters, steepest};
    use super::super::trainer::tests::games;
    use super::*;

    #[test]
    fn the_gradient_of_every_group_is_that_of_finite_differences() {
        for rule in [Rule::Freestyle, Rule::Renju] {
            let data = games(rule, 6);
            let quiet = data.samples.iter().copied().filter(|sample| sample.is_quiet());
            let batch: Vec<Sample> = quiet.take(24).collect();
            assert_eq!(batch.len(), 24);
            let mut trainer = PolicyTrainer::<32>::new(rule, 2, 5);
            scatter_parameters(&mut trainer.core);
            trainer.descend(&data, &batch, false);
            for steepest in steepest(&trainer.core) {
                steepest.compare(|x| {
                    trainer.core.parameters.parts[steepest.place] = x;
                    trainer.descend(&data, &batch, false)
                });
            }
        }
    }

    #[test]
    fn the_moves_of_a_few_positions_are_learned_by_heart() {
        let data = games(Rule::Freestyle, 16);
        let batch: Vec<Sample> = data.samples.iter().copied().filter(|sample| sample.is_quiet()).collect();
        let mut trainer = PolicyTrainer::<32>::new(Rule::Freestyle, 2, 5);
        let size = StepSize { rate: 1e-2, pull: 3e-4, is_rounded: false, smoothing: 0.999 };
        let losses: Vec<f64> = (0..60).map(|_| trainer.step(&data, &batch, size)).collect();
        assert!(losses[59] < losses[0] - 0.5, "from {} to {}", losses[0], losses[59]);
    }
}
