//! The value network on one position: squares to sums over regions, the dense layers behind them, and the gradient of both.

use super::arithmetic::{Hidden, add, add_outer, add_products, bound_sums, clip, dot, forward, masked};
use super::core::{Gradients, Weights};
use super::features::CellRows;
use super::layout::{HeadLayout, LayerLayout};
use rustgomo::eval::network::{
    HIDDEN, HIDDEN_SCALE, MAX_CHANNELS, MAX_HIDDEN, MAX_REGION, MAX_TOTAL, REGION_KINDS, REGIONS, ROW_SCALE,
    SUM_SCALE, region_kind,
};
use rustgomo::geometry::Color;

/// Maximum of a channel of a square.
pub(super) const CELL_LIMIT: f32 = 255.0 / ROW_SCALE as f32;

/// Activations of a position, for tables with rows of `N` numbers.
#[derive(Clone, Debug)]
pub(super) struct ValueState<const N: usize> {
    /// Clipped channels of each square, the own half first.
    cells: Vec<[[f32; N]; 2]>,
    head: HeadState,
}

impl<const N: usize> ValueState<N> {
    pub(super) fn new() -> Self {
        Self { cells: Vec::new(), head: HeadState::new(2 * N) }
    }

    /// The logit of a win for the side to move.
    pub(super) fn forward(
        &mut self,
        weights: &Weights<'_, HeadLayout>,
        mover: Color,
        features: &[CellRows],
    ) -> f32 {
        let [own, other] = [mover, mover.opponent()].map(|color| weights.table(color).as_chunks::<N>().0);
        let mut sums = [[[0.0; N]; 2]; REGIONS];
        self.cells.clear();
        for cell in features {
            let channels = [gather(own, cell.own), gather(other, cell.other)];
            let sums = &mut sums[usize::from(cell.region)];
            for half in 0..2 {
                for i in 0..N {
                    sums[half][i] += channels[half][i];
                }
            }
            self.cells.push(channels);
        }
        for (room, sums) in self.head.sums.iter_mut().zip(&sums) {
            room[..N].copy_from_slice(&sums[0]);
            room[N..2 * N].copy_from_slice(&sums[1]);
        }
        let (head, layout) = weights.head(mover);
        self.head.forward(head, layout, weights.is_rounded)
    }

    /// Adds the gradient of the last [`forward`](Self::forward), times `slope`. The tables of both views may be the same.
    pub(super) fn backward(
        &mut self,
        weights: &Weights<'_, HeadLayout>,
        mover: Color,
        features: &[CellRows],
        slope: f32,
        gradients: &mut Gradients,
    ) {
        let (head, layout) = weights.head(mover);
        let slopes = &mut gradients.heads[weights.head_start(mover)..][..head.len()];
        self.head.backward(head, layout, slope, slopes);
        let sums: [[[f32; N]; 2]; REGIONS] = std::array::from_fn(|region| {
            let sums = &self.head.sums[region];
            [std::array::from_fn(|i| sums[i]), std::array::from_fn(|i| sums[N + i])]
        });
        for (half, view) in [mover, mover.opponent()].into_iter().enumerate() {
            let table = gradients.tables[weights.table_start(view)..].as_chunks_mut::<N>().0;
            for (cell, channels) in features.iter().zip(&self.cells) {
                let rows = if half == 0 { cell.own } else { cell.other };
                let slopes = masked(&sums[usize::from(cell.region)][half], &channels[half], CELL_LIMIT);
                scatter(table, rows, &slopes);
            }
        }
    }
}

/// The clipped sum of four rows.
#[inline]
pub(super) fn gather<const N: usize>(table: &[[f32; N]], rows: [u16; 4]) -> [f32; N] {
    let [a, b, c, d] = rows.map(|row| &table[usize::from(row)]);
    clip(&std::array::from_fn(|i| (a[i] + b[i]) + (c[i] + d[i])), CELL_LIMIT)
}

/// Adds the gradient to four rows.
#[inline]
pub(super) fn scatter<const N: usize>(table: &mut [[f32; N]], rows: [u16; 4], slopes: &[f32; N]) {
    for row in rows {
        for (sum, slope) in table[usize::from(row)].iter_mut().zip(slopes) {
            *sum += slope;
        }
    }
}

/// Maximum output of a hidden layer.
const LIMIT: f32 = MAX_HIDDEN as f32 / HIDDEN_SCALE as f32;
/// Maximum sum over the board.
const TOTAL_LIMIT: f32 = MAX_TOTAL as f32 / SUM_SCALE as f32;
/// Maximum sum over a region.
const REGION_LIMIT: f32 = MAX_REGION as f32 / SUM_SCALE as f32;
/// Maximum sum of a layer without bias: 31 bits less the largest bias and a margin for rounding.
const SUM_LIMIT: f32 = 8_100.0;
/// Number of regions of each kind.
const OF_KIND: [f32; REGION_KINDS] = [4.0, 4.0, 1.0];
const INPUTS: usize = MAX_CHANNELS + REGION_KINDS * HIDDEN;

/// Activations of all layers.
#[derive(Clone, Debug)]
pub(super) struct HeadState {
    channels: usize,
    /// Sums over regions, channels of the own half first.
    pub(super) sums: [[f32; MAX_CHANNELS]; REGIONS],
    regions: [Hidden; REGIONS],
    /// Sums over the board and means of the kinds of regions.
    inputs: [f32; INPUTS],
    first: Hidden,
    second: Hidden,
}

impl HeadState {
    pub(super) fn new(channels: usize) -> Self {
        Self {
            channels,
            sums: [[0.0; MAX_CHANNELS]; REGIONS],
            regions: [[0.0; HIDDEN]; REGIONS],
            inputs: [0.0; INPUTS],
            first: [0.0; HIDDEN],
            second: [0.0; HIDDEN],
        }
    }

    fn input_count(&self) -> usize {
        self.channels + REGION_KINDS * HIDDEN
    }

    /// The logit of a win from the [`sums`](Self::sums). `is_rounded` drops the bits that the quantized
    /// network drops.
    pub(super) fn forward(&mut self, head: &[f32], layout: &HeadLayout, is_rounded: bool) -> f32 {
        let channels = self.channels;
        self.inputs.fill(0.0);
        for region in 0..REGIONS {
            let kind = region_kind(region);
            let layer = &layout.regions[kind];
            let sums = &mut self.sums[region][..channels];
            add(&mut self.inputs[..channels], sums);
            if is_rounded {
                sums.iter_mut().for_each(truncate);
            }
            self.regions[region] = sum(head, layer, sums, LIMIT);
            let mean = &mut self.inputs[channels + kind * HIDDEN..][..HIDDEN];
            for (mean, x) in mean.iter_mut().zip(&self.regions[region]) {
                *mean += x / OF_KIND[kind];
            }
        }
        for total in &mut self.inputs[..channels] {
            *total = total.min(TOTAL_LIMIT);
            if is_rounded {
                truncate(total);
            }
        }
        self.first = sum(head, &layout.first, &self.inputs[..self.input_count()], LIMIT);
        self.second = sum(head, &layout.second, &self.first, LIMIT);
        let (weights, _) = head[layout.output.weights.clone()].as_chunks::<HIDDEN>();
        weights.iter().map(|row| dot(row, &self.second)).sum::<f32>() + head[layout.output.biases.start]
    }

    /// Adds to the gradient of the head, and replaces the [`sums`](Self::sums) by their gradient.
    pub(super) fn backward(&mut self, head: &[f32], layout: &HeadLayout, slope: f32, slopes: &mut [f32]) {
        let channels = self.channels;
        let mut back = [0.0; HIDDEN];
        let output = layout.output.weights.clone();
        slopes[layout.output.biases.start] += slope;
        for i in 0..HIDDEN {
            slopes[output.start + i] += slope * self.second[i];
            back[i] = slope * head[output.start + i];
        }
        let second = masked(&back, &self.second, LIMIT);
        back = [0.0; HIDDEN];
        step_back(head, &layout.second, &self.first, &second, slopes, &mut back);
        let first = masked(&back, &self.first, LIMIT);
        let mut inputs = [0.0; INPUTS];
        let count = self.input_count();
        step_back(head, &layout.first, &self.inputs[..count], &first, slopes, &mut inputs[..count]);
        for region in 0..REGIONS {
            let kind = region_kind(region);
            let mut back = [0.0; HIDDEN];
            let means = &inputs[channels + kind * HIDDEN..][..HIDDEN];
            back.iter_mut().zip(means).for_each(|(back, x)| *back = x / OF_KIND[kind]);
            let back = masked(&back, &self.regions[region], LIMIT);
            let layer = &layout.regions[kind];
            let sums = &mut self.sums[region][..channels];
            add(&mut slopes[layer.biases.clone()], &back);
            add_outer(&mut slopes[layer.weights.clone()], sums, &back);
            sums.copy_from_slice(&inputs[..channels]);
            add_products(&head[layer.weights.clone()], &back, sums);
        }
    }
}

/// Truncates to a unit of the quantized network's sums.
fn truncate(sum: &mut f32) {
    *sum = (*sum * SUM_SCALE as f32) as i32 as f32 / SUM_SCALE as f32;
}

/// Reduces the weights of outputs whose integer sums could overflow in the quantized network.
pub(super) fn bound(head: &mut [f32], layout: &HeadLayout, channels: usize) {
    for layer in &layout.regions {
        bound_layer(head, layer, |_| REGION_LIMIT);
    }
    bound_layer(head, &layout.first, |input| if input < channels { TOTAL_LIMIT } else { LIMIT });
    bound_layer(head, &layout.second, |_| LIMIT);
    bound_layer(head, &layout.output, |_| LIMIT);
}

fn bound_layer(head: &mut [f32], layer: &LayerLayout, largest: impl Fn(usize) -> f32) {
    bound_sums(&mut head[layer.weights.clone()], layer.biases.len(), SUM_LIMIT, largest);
}

/// A layer's clipped outputs.
fn sum(head: &[f32], layer: &LayerLayout, inputs: &[f32], limit: f32) -> Hidden {
    let mut sums = [0.0; HIDDEN];
    sums.copy_from_slice(&head[layer.biases.clone()]);
    forward(&head[layer.weights.clone()], inputs, &mut sums);
    clip(&sums, limit)
}

fn step_back(
    head: &[f32],
    layer: &LayerLayout,
    inputs: &[f32],
    back: &Hidden,
    slopes: &mut [f32],
    input_slopes: &mut [f32],
) {
    add(&mut slopes[layer.biases.clone()], back);
    add_outer(&mut slopes[layer.weights.clone()], inputs, back);
    add_products(&head[layer.weights.clone()], back, input_slopes);
}
