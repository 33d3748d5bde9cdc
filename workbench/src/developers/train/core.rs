//! Shared by value and policy networks: parameters, merged tables, gradients of several threads, optimiser
//! steps.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::adam::Adam;
use super::arithmetic::add;
use super::dataset::Sample;
use super::layout::{Factors, Layout};
use rustgomo::geometry::Color;

/// Numbers of the gradient per task of a thread.
const SUM_CHUNK: usize = 8192;
/// Positions per task of a thread.
const JUDGE_CHUNK: usize = 256;

/// What is learned, with the state of the optimiser.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Parameters {
    pub(super) parts: Vec<f32>,
    /// Exponential moving average of the parts, which is validated and exported.
    pub(super) average: Vec<f32>,
    pub(super) adam: Adam,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct StepSize {
    pub(super) rate: f32,
    /// Weight of the penalty on the own rows of windows.
    pub(super) pull: f32,
    /// Whether numbers are rounded as in the quantized network.
    pub(super) is_rounded: bool,
    /// Decay of the exponential moving average of the parameters after many steps.
    pub(super) smoothing: f32,
}

/// A network in training whose tables have rows of `N` numbers.
#[derive(Debug)]
pub(super) struct Core<H, const N: usize> {
    pub(super) layout: Layout<H>,
    factors: Vec<Factors>,
    pub(super) parameters: Parameters,
    tables: Vec<f32>,
    table_gradient: Vec<f32>,
    /// Mean gradient of the last batch.
    pub(super) gradient: Vec<f32>,
}

/// Parameters and merged tables for the forward pass.
#[derive(Debug)]
pub(super) struct Weights<'a, H> {
    layout: &'a Layout<H>,
    parts: &'a [f32],
    tables: &'a [f32],
    /// Numbers in one table.
    table_len: usize,
    pub(super) is_rounded: bool,
}

impl<'a, H> Weights<'a, H> {
    /// Start of a colour's table in the tables.
    pub(super) fn table_start(&self, view: Color) -> usize {
        if self.layout.tables.len() == 1 { 0 } else { view.index() * self.table_len }
    }

    /// The rows in a colour's view.
    pub(super) fn table(&self, view: Color) -> &'a [f32] {
        &self.tables[self.table_start(view)..][..self.table_len]
    }

    /// Start of the head of a side to move in the heads.
    pub(super) fn head_start(&self, mover: Color) -> usize {
        if self.layout.heads.len() == 1 { 0 } else { mover.index() * self.layout.head_len }
    }

    /// The head of a side to move with its layout.
    pub(super) fn head(&self, mover: Color) -> (&'a [f32], &'a H) {
        let start = self.layout.heads[0] + self.head_start(mover);
        (&self.parts[start..start + self.layout.head_len], &self.layout.head)
    }
}

/// Gradients and loss summed over the positions of a thread.
#[derive(Clone, Debug)]
pub(super) struct Gradients {
    pub(super) tables: Vec<f32>,
    pub(super) heads: Vec<f32>,
    pub(super) loss: f64,
}

/// State of a thread: activations of a position, and its sums of gradients.
#[derive(Clone, Debug)]
pub(super) struct GradientThread<R> {
    pub(super) state: R,
    pub(super) sums: Gradients,
}

impl<H: Sync, const N: usize> Core<H, N> {
    /// Random initial parameters.
    pub(super) fn new(layout: Layout<H>, seed: u64) -> Self {
        let factors = Factors::all(layout.rule);
        let tables: usize = factors.iter().map(|table| (table.count() + 1) * N).sum();
        let mut random = fastrand::Rng::with_seed(seed);
        let mut parts = vec![0.0; layout.len];
        for group in &layout.groups {
            parts[group.range.clone()].iter_mut().for_each(|x| *x = group.spread * normal(&mut random));
        }
        Self {
            parameters: Parameters { average: parts.clone(), parts, adam: Adam::new(layout.len) },
            tables: vec![0.0; tables],
            table_gradient: vec![0.0; tables],
            gradient: vec![0.0; layout.len],
            factors,
            layout,
        }
    }

    /// Starts from these parameters, towards which the penalty then draws.
    pub(super) fn begin_with(&mut self, parts: Vec<f32>) {
        self.parameters.average.copy_from_slice(&parts);
        self.parameters.adam.origin.copy_from_slice(&parts);
        self.parameters.parts = parts;
    }

    /// Takes parameters of the same layout over; false for others.
    pub(super) fn restore(&mut self, from: Parameters) -> bool {
        let Adam { first, second, origin, .. } = &from.adam;
        let lists = [&from.parts, &from.average, first, second, origin];
        let fits = lists.iter().all(|list| list.len() == self.layout.len);
        if fits {
            self.parameters = from;
        }
        fits
    }

    /// Zeroed sums for a thread.
    pub(super) fn gradients(&self) -> Gradients {
        let heads = vec![0.0; self.layout.heads_len()];
        Gradients { tables: vec![0.0; self.tables.len()], heads, loss: 0.0 }
    }

    /// Merges the tables from parameters.
    fn merge(&self, parts: &[f32], is_rounded: bool, mut tables: &mut [f32]) {
        for (factors, layout) in self.factors.iter().zip(&self.layout.tables) {
            let (rows, behind) = tables.split_at_mut((factors.count() + 1) * N);
            factors.merge(parts, layout, N, is_rounded, rows);
            tables = behind;
        }
    }

    fn weights<'a>(&'a self, parts: &'a [f32], tables: &'a [f32], is_rounded: bool) -> Weights<'a, H> {
        let table_len = (self.factors[0].count() + 1) * N;
        Weights { layout: &self.layout, parts, tables, table_len, is_rounded }
    }

    /// Computes the mean gradient over a batch in [`gradient`](Self::gradient) and returns the mean loss.
    /// Each thread processes a part of the batch; `learn` adds the gradient of a position, times the given
    /// factor, to a thread's sums.
    pub(super) fn descend<R: Send>(
        &mut self,
        batch: &[Sample],
        threads: &mut [GradientThread<R>],
        is_rounded: bool,
        learn: impl Fn(&Weights<'_, H>, &mut GradientThread<R>, Sample, f32) + Sync,
    ) -> f64 {
        let mut tables = std::mem::take(&mut self.tables);
        self.merge(&self.parameters.parts, is_rounded, &mut tables);
        let share = batch.len().div_ceil(threads.len()).max(1);
        let scale = 1.0 / batch.len().max(1) as f32;
        let weights = self.weights(&self.parameters.parts, &tables, is_rounded);
        threads.par_iter_mut().enumerate().for_each(|(number, thread)| {
            let sums = &mut thread.sums;
            sums.loss = 0.0;
            sums.tables.fill(0.0);
            sums.heads.fill(0.0);
            for &sample in batch.chunks(share).nth(number).unwrap_or_default() {
                learn(&weights, thread, sample, scale);
            }
        });
        self.tables = tables;
        let found: Vec<&Gradients> = threads.iter().map(|thread| &thread.sums).collect();
        self.collect(&found);
        found.iter().map(|sums| sums.loss).sum::<f64>() * f64::from(scale)
    }

    /// Adds the sums of the threads in a fixed order and computes the gradient of the parts.
    fn collect(&mut self, found: &[&Gradients]) {
        self.table_gradient.par_chunks_mut(SUM_CHUNK).enumerate().for_each(|(chunk, sums)| {
            sums.fill(0.0);
            for gradients in found {
                add(sums, &gradients.tables[chunk * SUM_CHUNK..]);
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
        for gradients in found {
            add(heads, &gradients.heads);
        }
    }

    /// Makes a step with the last gradient; `restrict` then limits the weights of each head.
    pub(super) fn step(&mut self, size: StepSize, restrict: impl Fn(&mut [f32], &H)) {
        self.parameters.adam.step(
            &self.layout.groups,
            &mut self.parameters.parts,
            &self.gradient,
            (size.rate, size.pull),
        );
        for &start in &self.layout.heads {
            restrict(&mut self.parameters.parts[start..start + self.layout.head_len], &self.layout.head);
        }
        let steps = self.parameters.adam.steps as f32;
        let keep = size.smoothing.min(steps / (steps + 10.0));
        let pairs =
            self.parameters.average.par_iter_mut().with_min_len(SUM_CHUNK).zip(&self.parameters.parts);
        pairs.for_each(|(mean, x)| *mean += (1.0 - keep) * (x - *mean));
    }

    /// Evaluates positions with the averaged parameters and state `S` for each thread.
    pub(super) fn judge<S, T: Send>(
        &self,
        samples: &[Sample],
        is_rounded: bool,
        state: impl Fn() -> S + Sync,
        judge: impl Fn(&Weights<'_, H>, &mut S, Sample) -> T + Sync,
    ) -> Vec<T> {
        let mut tables = vec![0.0; self.tables.len()];
        self.merge(&self.parameters.average, is_rounded, &mut tables);
        let weights = self.weights(&self.parameters.average, &tables, is_rounded);
        let chunks = samples.par_chunks(JUDGE_CHUNK).map(|chunk| {
            let mut state = state();
            chunk.iter().map(|&sample| judge(&weights, &mut state, sample)).collect::<Vec<T>>()
        });
        chunks.collect::<Vec<_>>().into_iter().flatten().collect()
    }

    /// The rounded rows of the averaged tables and the averaged head for each view.
    pub(super) fn finished(&self) -> Vec<(Vec<f32>, &[f32])> {
        let mut tables = vec![0.0; self.tables.len()];
        self.merge(&self.parameters.average, true, &mut tables);
        let rows = self.factors[0].count() * N;
        let tables = tables.chunks(rows + N).map(|table| table[..rows].to_vec());
        let heads = self
            .layout
            .heads
            .iter()
            .map(|&start| &self.parameters.average[start..start + self.layout.head_len]);
        tables.zip(heads).collect()
    }
}

/// A normally distributed number (Box and Muller 1958).
pub(super) fn normal(random: &mut fastrand::Rng) -> f32 {
    let radius = (-2.0 * (1.0 - random.f32()).ln()).sqrt();
    radius * (std::f32::consts::TAU * random.f32()).cos()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Sets parameters with initial value zero to random values.
    pub(in super::super) fn scatter_parameters<H, const N: usize>(core: &mut Core<H, N>) {
        let mut random = fastrand::Rng::with_seed(6);
        for group in core.layout.groups.iter().filter(|group| group.spread == 0.0) {
            core.parameters.parts[group.range.clone()]
                .iter_mut()
                .for_each(|x| *x = 0.1 * normal(&mut random));
        }
    }

    /// The parameter of a group with the largest gradient, which is least affected by rounding.
    #[derive(Debug)]
    pub(in super::super) struct Steepest {
        name: &'static str,
        pub(in super::super) place: usize,
        value: f32,
        slope: f32,
    }

    pub(in super::super) fn steepest<H, const N: usize>(core: &Core<H, N>) -> Vec<Steepest> {
        let of = |group: &super::super::layout::Group| {
            let steep = |&a: &usize, &b: &usize| core.gradient[a].abs().total_cmp(&core.gradient[b].abs());
            let place = group.range.clone().max_by(steep).unwrap();
            Steepest {
                name: group.name,
                place,
                value: core.parameters.parts[place],
                slope: core.gradient[place],
            }
        };
        core.layout.groups.iter().map(of).collect()
    }

    impl Steepest {
        /// Compares the gradient with finite differences of `loss`. Either of two step sizes may agree, since
        /// a step may cross a point where a channel is clipped.
        pub(in super::super) fn compare(&self, mut loss: impl FnMut(f32) -> f64) {
            let Self { name, value, .. } = *self;
            let expected = f64::from(self.slope);
            assert!(expected.abs() > 1e-5, "{name}: no gradient");
            let found = [1e-3, 2e-4].map(|step| {
                let (above, below) = (value + step, value - step);
                (loss(above) - loss(below)) / f64::from(above - below)
            });
            loss(value);
            let is_near = |found: f64| (found - expected).abs() < 0.03 * expected.abs();
            assert!(found.into_iter().any(is_near), "{name}: {found:?} instead of {expected}");
        }
    }
}
