//! One step after another: gradients of a batch by several threads, one step of the optimiser.

use rayon::prelude::*;

use super::adam::Adam;
use super::dataset::{Dataset, Sample, Subject};
use super::factors::Factors;
use super::features::{Boards, CellRows, Extractor};
use super::head::bound;
use super::layout::Layout;
use super::value::{ValueState, ValueView};
use crate::geometry::Color;
use crate::rules::Rule;

/// Share of the smoothed parameters that a step leaves, once there were many.
const SMOOTHING: f32 = 0.999;
/// Numbers of the gradient that one thread adds up at a time.
const SUM_CHUNK: usize = 8192;
/// Positions that one thread judges at a time.
const JUDGE_CHUNK: usize = 256;

/// How large the next step is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct StepSize {
    pub(super) rate: f32,
    /// How strongly the own rows of windows are pulled to zero.
    pub(super) pull: f32,
    /// Whether rows are rounded to what a byte can hold.
    pub(super) is_rounded: bool,
}

/// A value network in training, with rows of `N` numbers.
#[derive(Debug)]
pub(super) struct Trainer<const N: usize> {
    pub(super) layout: Layout,
    extractor: Extractor,
    factors: Vec<Factors>,
    /// The parameters.
    pub(super) parts: Vec<f32>,
    /// The parameters smoothed over many steps: these are judged and exported.
    pub(super) average: Vec<f32>,
    pub(super) adam: Adam,
    tables: Vec<f32>,
    workers: Vec<Worker<N>>,
    table_gradient: Vec<f32>,
    gradient: Vec<f32>,
}

/// What one thread needs.
#[derive(Clone, Debug)]
struct Worker<const N: usize> {
    boards: Boards,
    cells: Vec<CellRows>,
    state: ValueState<N>,
    tables: Vec<f32>,
    heads: Vec<f32>,
    loss: f64,
}

impl<const N: usize> Worker<N> {
    fn new(tables: usize, heads: usize) -> Self {
        Self {
            boards: Boards::default(),
            cells: Vec::new(),
            state: ValueState::new(),
            tables: vec![0.0; tables],
            heads: vec![0.0; heads],
            loss: 0.0,
        }
    }
}

impl<const N: usize> Trainer<N> {
    /// A network of random numbers whose output is zero.
    pub(super) fn new(rule: Rule, threads: usize, seed: u64) -> Self {
        let layout = Layout::new(rule, 2 * N);
        let factors = Factors::all(rule);
        let tables: usize = factors.iter().map(|table| (table.count() + 1) * N).sum();
        let mut random = fastrand::Rng::with_seed(seed);
        let mut parts = vec![0.0; layout.len];
        for group in &layout.groups {
            parts[group.range.clone()].iter_mut().for_each(|x| *x = group.spread * normal(&mut random));
        }
        let worker = Worker::new(tables, layout.heads_len());
        Self {
            extractor: Extractor::new(rule),
            average: parts.clone(),
            adam: Adam::new(layout.len),
            tables: vec![0.0; tables],
            workers: vec![worker; threads.max(1)],
            table_gradient: vec![0.0; tables],
            gradient: vec![0.0; layout.len],
            parts,
            factors,
            layout,
        }
    }

    /// Where a colour's table starts among the merged ones.
    fn table_start(&self, color: Color) -> usize {
        if self.factors.len() == 1 { 0 } else { color.index() * (self.factors[0].count() + 1) * N }
    }

    fn head_number(&self, mover: Color) -> usize {
        if self.layout.heads.len() == 1 { 0 } else { mover.index() }
    }

    /// Adds up the tables from some parameters.
    fn merged(&self, parts: &[f32], is_rounded: bool, tables: &mut [f32]) {
        let mut rest = tables;
        for (factors, layout) in self.factors.iter().zip(&self.layout.tables) {
            let (rows, behind) = rest.split_at_mut((factors.count() + 1) * N);
            factors.merge(parts, layout, N, is_rounded, rows);
            rest = behind;
        }
    }

    fn view<'a>(
        &'a self,
        parts: &'a [f32],
        (tables, is_rounded): (&'a [f32], bool),
        mover: Color,
    ) -> ValueView<'a> {
        let table = |color| &tables[self.table_start(color)..];
        let start = self.layout.heads[self.head_number(mover)];
        ValueView {
            tables: [table(mover), table(mover.opponent())],
            head: &parts[start..start + self.layout.head.len],
            layout: &self.layout.head,
            is_rounded,
        }
    }

    /// Learns from some positions; answers with their mean cross-entropy before the step, in nats.
    pub(super) fn step(&mut self, data: &Dataset, batch: &[Sample], size: StepSize) -> f64 {
        let loss = self.descend(data, batch, size.is_rounded);
        self.adam.step(&self.layout.groups, &mut self.parts, &self.gradient, (size.rate, size.pull));
        for &start in &self.layout.heads {
            let head = &mut self.parts[start..start + self.layout.head.len];
            bound(head, &self.layout.head, self.layout.channels);
        }
        let steps = self.adam.steps as f32;
        let keep = SMOOTHING.min(steps / (steps + 10.0));
        self.average
            .par_iter_mut()
            .with_min_len(SUM_CHUNK)
            .zip(&self.parts)
            .for_each(|(mean, x)| *mean += (1.0 - keep) * (x - *mean));
        loss
    }

    /// Leaves the mean gradient over a batch in `gradient`; answers with the mean loss.
    fn descend(&mut self, data: &Dataset, batch: &[Sample], is_rounded: bool) -> f64 {
        let mut tables = std::mem::take(&mut self.tables);
        self.merged(&self.parts, is_rounded, &mut tables);
        let mut workers = std::mem::take(&mut self.workers);
        let share = batch.len().div_ceil(workers.len()).max(1);
        let scale = 1.0 / batch.len() as f32;
        workers.par_iter_mut().enumerate().for_each(|(number, worker)| {
            worker.loss = 0.0;
            worker.tables.fill(0.0);
            worker.heads.fill(0.0);
            for &sample in batch.chunks(share).nth(number).unwrap_or_default() {
                self.learn((&tables, is_rounded), worker, data.subject(sample), scale);
            }
        });
        self.tables = tables;
        self.workers = workers;
        self.collect();
        self.workers.iter().map(|worker| worker.loss).sum::<f64>() / batch.len().max(1) as f64
    }

    /// Adds the gradient of one position to a worker's.
    fn learn(&self, tables: (&[f32], bool), worker: &mut Worker<N>, subject: Subject<'_>, scale: f32) {
        let mover = subject.mover();
        let view = self.view(&self.parts, tables, mover);
        self.extractor.extract(subject.size, subject.moves, &mut worker.boards, &mut worker.cells);
        let logit = worker.state.forward(&view, &worker.cells);
        worker.loss += cross_entropy(subject.target, logit);
        let slope = scale * (sigmoid(logit) - subject.target);
        let starts = [mover, mover.opponent()].map(|color| self.table_start(color));
        let head_start = self.head_number(mover) * self.layout.head.len;
        let head = &mut worker.heads[head_start..head_start + self.layout.head.len];
        worker.state.backward(&view, &worker.cells, slope, (&mut worker.tables, starts), head);
    }

    /// Adds up what the workers found, always in the same order, and hands it on to the parts.
    fn collect(&mut self) {
        let workers = &self.workers;
        self.table_gradient.par_chunks_mut(SUM_CHUNK).enumerate().for_each(|(chunk, sums)| {
            sums.fill(0.0);
            for worker in workers {
                super::dense::add(sums, &worker.tables[chunk * SUM_CHUNK..]);
            }
        });
        let mut rows = self.table_gradient.as_slice();
        for (factors, layout) in self.factors.iter().zip(&self.layout.tables) {
            let (own, behind) = rows.split_at((factors.count() + 1) * N);
            factors.pull_back(own, layout, N, &mut self.gradient);
            rows = behind;
        }
        let heads = &mut self.gradient[self.layout.heads[0]..];
        heads.fill(0.0);
        for worker in workers {
            super::dense::add(heads, &worker.heads);
        }
    }

    /// The logits that the smoothed parameters give to some positions.
    pub(super) fn judge(&self, data: &Dataset, samples: &[Sample], is_rounded: bool) -> Vec<f32> {
        let mut tables = vec![0.0; self.tables.len()];
        self.merged(&self.average, is_rounded, &mut tables);
        let chunks = samples.par_chunks(JUDGE_CHUNK).map(|chunk| {
            let (mut boards, mut cells, mut state) = (Boards::default(), Vec::new(), ValueState::<N>::new());
            let mut logit = |&sample: &Sample| {
                let subject = data.subject(sample);
                self.extractor.extract(subject.size, subject.moves, &mut boards, &mut cells);
                state.forward(&self.view(&self.average, (&tables, is_rounded), subject.mover()), &cells)
            };
            chunk.iter().map(&mut logit).collect::<Vec<f32>>()
        });
        chunks.collect::<Vec<_>>().concat()
    }

    /// The merged and rounded table of each view.
    pub(super) fn export_tables(&self) -> Vec<Vec<f32>> {
        let mut tables = vec![0.0; self.tables.len()];
        self.merged(&self.average, true, &mut tables);
        let rows = self.factors[0].count() * N;
        tables.chunks(rows + N).map(|table| table[..rows].to_vec()).collect()
    }
}

/// The share of a win for a logit.
pub(super) fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// Cross-entropy in nats.
pub(super) fn cross_entropy(target: f32, logit: f32) -> f64 {
    let (target, logit) = (f64::from(target), f64::from(logit));
    // ln(1 + e^x) without overflow.
    logit.max(0.0) + (-logit.abs()).exp().ln_1p() - target * logit
}

/// A normal number (Box and Muller 1958).
fn normal(random: &mut fastrand::Rng) -> f32 {
    let radius = (-2.0 * (1.0 - random.f32()).ln()).sqrt();
    radius * (std::f32::consts::TAU * random.f32()).cos()
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::layout::Group;
    use super::*;
    use crate::geometry::{BoardSize, Square};
    use crate::record::training::{PlyKind, PlyRecord, TrainingGame};

    /// Random games whose scores follow from the moves.
    pub(in super::super) fn games(rule: Rule, count: u64) -> Dataset {
        let size = BoardSize::new(11, 9).unwrap();
        let mut random = fastrand::Rng::with_seed(8);
        let games: Vec<TrainingGame> = (0..count)
            .map(|number| {
                let mut squares: Vec<Square> = size.squares().collect();
                random.shuffle(&mut squares);
                let ply = |&square: &Square| {
                    let score = 100 * (i16::from(square.x()) - i16::from(square.y()));
                    PlyRecord { square, kind: PlyKind::Searched(score) }
                };
                let plies = squares.iter().take(14).map(ply).collect();
                TrainingGame { number, rule, size, plies, winner: Some(Color::BOTH[number as usize % 2]) }
            })
            .collect();
        let mut data = Dataset::default();
        data.add(1, &games, 0.0).unwrap();
        data
    }

    /// The gradient by differences of the loss, for the parameter of a group whose gradient is steepest: that is the one
    /// least hurt by rounding.
    fn compare(trainer: &mut Trainer<16>, data: &Dataset, batch: &[Sample], group: &Group) {
        const STEP: f32 = 1e-3;
        trainer.descend(data, batch, false);
        let steep = |&a: &usize, &b: &usize| trainer.gradient[a].abs().total_cmp(&trainer.gradient[b].abs());
        let place = group.range.clone().max_by(steep).unwrap();
        let expected = f64::from(trainer.gradient[place]);
        let x = trainer.parts[place];
        let mut loss = |x| {
            trainer.parts[place] = x;
            trainer.descend(data, batch, false)
        };
        let (above, below) = (x + STEP, x - STEP);
        let found = (loss(above) - loss(below)) / f64::from(above - below);
        loss(x);
        let name = group.name;
        assert!(expected.abs() > 1e-5, "{name}: no gradient");
        assert!((found - expected).abs() < 0.03 * expected.abs(), "{name}: {found} instead of {expected}");
    }

    #[test]
    fn the_gradient_of_every_group_is_that_of_finite_differences() {
        for rule in [Rule::Freestyle, Rule::Renju] {
            let data = games(rule, 4);
            let mut trainer = Trainer::<16>::new(rule, 2, 5);
            let mut random = fastrand::Rng::with_seed(6);
            let groups = trainer.layout.groups.clone();
            for group in groups.iter().filter(|group| group.spread == 0.0) {
                trainer.parts[group.range.clone()].iter_mut().for_each(|x| *x = 0.1 * normal(&mut random));
            }
            for group in &groups {
                compare(&mut trainer, &data, &data.training[..16], group);
            }
        }
    }

    /// A network after some steps, and the loss before each.
    pub(in super::super) fn trained(rule: Rule, data: &Dataset, steps: usize) -> (Trainer<16>, Vec<f64>) {
        let mut trainer = Trainer::<16>::new(rule, 2, 5);
        let size = StepSize { rate: 1e-2, pull: 3e-4, is_rounded: false };
        let losses = (0..steps).map(|_| trainer.step(data, &data.training, size)).collect();
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
        let train = || trained(Rule::Freestyle, &data, 5).0.average;
        assert_eq!(train(), train());
    }
}
