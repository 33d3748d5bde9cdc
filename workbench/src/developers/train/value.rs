//! The value network on one position: squares to sums over regions, the dense layers behind them, and the
//! gradient of both.

use super::arithmetic::{
    HIDDEN_LIMIT, Hidden, add, bound_sums, clip, dot, layer_back, layer_outputs, masked,
};
use super::core::{Gradients, Weights};
use super::dataset::SamplePosition;
use super::features::{Boards, CellRows, Extractor};
use super::layout::{HeadLayout, LayerLayout};
use rustgomo::eval::network::{
    HIDDEN, MAX_CHANNELS, MAX_REGION, MAX_TOTAL, REGION_KINDS, REGIONS, ROW_SCALE, SUM_SCALE, region_kind,
};
use rustgomo::geometry::Color;

/// Maximum of a channel of a square.
pub(super) const CELL_LIMIT: f32 = 255.0 / ROW_SCALE as f32;
/// Maximum sum over the board.
const TOTAL_LIMIT: f32 = MAX_TOTAL as f32 / SUM_SCALE as f32;
/// Maximum sum over a region.
const REGION_LIMIT: f32 = MAX_REGION as f32 / SUM_SCALE as f32;
/// Maximum sum of a layer without bias: 31 bits less the largest bias and a margin for rounding.
const SUM_LIMIT: f32 = 8_100.0;
/// Number of regions of each kind.
const OF_KIND: [f32; REGION_KINDS] = [4.0, 4.0, 1.0];
/// Maximum number of inputs of the first layer behind the regions.
const MAX_INPUTS: usize = MAX_CHANNELS + REGION_KINDS * HIDDEN;

/// Activations of a position, for tables with rows of `N` numbers.
#[derive(Clone, Debug)]
pub(super) struct ValueState<const N: usize> {
    boards: Boards,
    rows: Vec<CellRows>,
    /// Clipped channels of each square, the own half first.
    cells: Vec<[[f32; N]; 2]>,
    /// Their sums over regions.
    sums: [[[f32; N]; 2]; REGIONS],
    regions: [Hidden; REGIONS],
    /// Sums over the board and means of the kinds of regions.
    inputs: [f32; MAX_INPUTS],
    first: Hidden,
    second: Hidden,
}

impl<const N: usize> ValueState<N> {
    const CHANNELS: usize = 2 * N;
    /// Number of inputs of the first layer behind the regions.
    const INPUTS: usize = Self::CHANNELS + REGION_KINDS * HIDDEN;

    pub(super) fn new() -> Self {
        Self {
            boards: Boards::default(),
            rows: Vec::new(),
            cells: Vec::new(),
            sums: [[[0.0; N]; 2]; REGIONS],
            regions: [[0.0; HIDDEN]; REGIONS],
            inputs: [0.0; MAX_INPUTS],
            first: [0.0; HIDDEN],
            second: [0.0; HIDDEN],
        }
    }

    /// The logit of a win for the side to move.
    pub(super) fn forward(
        &mut self,
        weights: &Weights<'_, HeadLayout>,
        extractor: &Extractor,
        subject: &SamplePosition<'_>,
    ) -> f32 {
        extractor.extract(subject.size, subject.moves, &mut self.boards, &mut self.rows);
        let mover = subject.mover();
        let [own, other] = [mover, mover.opponent()].map(|color| weights.table(color).as_chunks::<N>().0);
        self.sums = [[[0.0; N]; 2]; REGIONS];
        self.cells.clear();
        for cell in &self.rows {
            let channels = [gather(own, cell.own), gather(other, cell.other)];
            add(self.sums[usize::from(cell.region)].as_flattened_mut(), channels.as_flattened());
            self.cells.push(channels);
        }
        let (head, layout) = weights.head(mover);
        self.forward_layers(head, layout, weights.is_rounded)
    }

    /// The logit of a win from the sums. `is_rounded` drops the bits of the sums that the quantized network
    /// drops; those of means and hidden layers stay.
    fn forward_layers(&mut self, head: &[f32], layout: &HeadLayout, is_rounded: bool) -> f32 {
        self.inputs.fill(0.0);
        for region in 0..REGIONS {
            let kind = region_kind(region);
            let sums = self.sums[region].as_flattened_mut();
            add(&mut self.inputs[..Self::CHANNELS], sums);
            if is_rounded {
                sums.iter_mut().for_each(truncate);
            }
            self.regions[region] = layer_outputs(head, &layout.regions[kind], sums);
            let mean = &mut self.inputs[Self::CHANNELS + kind * HIDDEN..][..HIDDEN];
            for (mean, x) in mean.iter_mut().zip(&self.regions[region]) {
                *mean += x / OF_KIND[kind];
            }
        }
        for total in &mut self.inputs[..Self::CHANNELS] {
            *total = total.min(TOTAL_LIMIT);
            if is_rounded {
                truncate(total);
            }
        }
        self.first = layer_outputs(head, &layout.first, &self.inputs[..Self::INPUTS]);
        self.second = layer_outputs(head, &layout.second, &self.first);
        let (weights, _) = head[layout.output.weights.clone()].as_chunks::<HIDDEN>();
        weights.iter().map(|row| dot(row, &self.second)).sum::<f32>() + head[layout.output.biases.start]
    }

    /// Adds the gradient of the last [`forward`](Self::forward), times `slope`. The tables of both views may
    /// be the same.
    pub(super) fn backward(
        &self,
        weights: &Weights<'_, HeadLayout>,
        mover: Color,
        slope: f32,
        gradients: &mut Gradients,
    ) {
        let (head, layout) = weights.head(mover);
        let slopes = &mut gradients.heads[weights.head_start(mover)..][..head.len()];
        let of_sums = self.backward_layers(head, layout, slope, slopes);
        for (half, view) in [mover, mover.opponent()].into_iter().enumerate() {
            let table = gradients.tables[weights.table_start(view)..].as_chunks_mut::<N>().0;
            for (cell, channels) in self.rows.iter().zip(&self.cells) {
                let rows = if half == 0 { cell.own } else { cell.other };
                let slopes = masked(&of_sums[usize::from(cell.region)][half], &channels[half], CELL_LIMIT);
                scatter(table, rows, &slopes);
            }
        }
    }

    /// Adds the gradient of the head and returns that of the sums.
    fn backward_layers(
        &self,
        head: &[f32],
        layout: &HeadLayout,
        slope: f32,
        slopes: &mut [f32],
    ) -> [[[f32; N]; 2]; REGIONS] {
        let mut back = [0.0; HIDDEN];
        let output = layout.output.weights.clone();
        slopes[layout.output.biases.start] += slope;
        for i in 0..HIDDEN {
            slopes[output.start + i] += slope * self.second[i];
            back[i] = slope * head[output.start + i];
        }
        let second = masked(&back, &self.second, HIDDEN_LIMIT);
        back = [0.0; HIDDEN];
        layer_back(head, &layout.second, &self.first, &second, slopes, &mut back);
        let first = masked(&back, &self.first, HIDDEN_LIMIT);
        let mut of_inputs = [0.0; MAX_INPUTS];
        let of_inputs = &mut of_inputs[..Self::INPUTS];
        layer_back(head, &layout.first, &self.inputs[..Self::INPUTS], &first, slopes, of_inputs);
        let (of_totals, of_means) = of_inputs.split_at_mut(Self::CHANNELS);
        let clipped = of_totals.iter_mut().zip(&self.inputs).filter(|&(_, &total)| total >= TOTAL_LIMIT);
        clipped.for_each(|(slope, _)| *slope = 0.0);
        let mut of_sums = [[[0.0; N]; 2]; REGIONS];
        for (region, of_sums) in of_sums.iter_mut().enumerate() {
            let kind = region_kind(region);
            let mut back = [0.0; HIDDEN];
            let means = &of_means[kind * HIDDEN..][..HIDDEN];
            back.iter_mut().zip(means).for_each(|(back, x)| *back = x / OF_KIND[kind]);
            let back = masked(&back, &self.regions[region], HIDDEN_LIMIT);
            let (sums, of_sums) = (self.sums[region].as_flattened(), of_sums.as_flattened_mut());
            of_sums.copy_from_slice(of_totals);
            layer_back(head, &layout.regions[kind], sums, &back, slopes, of_sums);
        }
        of_sums
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

/// Truncates to a unit of the quantized network's sums.
fn truncate(sum: &mut f32) {
    *sum = (*sum * SUM_SCALE as f32) as i32 as f32 / SUM_SCALE as f32;
}

/// Reduces the weights of outputs whose integer sums could overflow in the quantized network.
pub(super) fn bound(head: &mut [f32], layout: &HeadLayout, channels: usize) {
    for layer in &layout.regions {
        bound_layer(head, layer, |_| REGION_LIMIT);
    }
    bound_layer(head, &layout.first, |input| if input < channels { TOTAL_LIMIT } else { HIDDEN_LIMIT });
    bound_layer(head, &layout.second, |_| HIDDEN_LIMIT);
    bound_layer(head, &layout.output, |_| HIDDEN_LIMIT);
}

fn bound_layer(head: &mut [f32], layer: &LayerLayout, largest: impl Fn(usize) -> f32) {
    bound_sums(&mut head[layer.weights.clone()], layer.biases.len(), SUM_LIMIT, largest);
}
