//! The policy's context: a layer from sums over the board to changes of the policy's weights, forward and
//! backward.

use super::arithmetic::{HIDDEN_LIMIT, Hidden, add, bound_sums, layer_back, layer_outputs, masked};
use super::layout::{PolicyLayout, policy_numbers};
use rustgomo::eval::network::{CONTEXT_SCALE, DISTANCE_CLASSES, HIDDEN, MAX_CHANNELS, MAX_CONTEXT, PLACES};

/// Maximum sum over the board.
const SUM_LIMIT: f32 = MAX_CONTEXT as f32 / CONTEXT_SCALE as f32;
/// Number of squares with a channel of 1 that give a sum of 1.
const SQUARES: f32 = 32.0;
/// Maximum sum of the context's layer without bias, and of its change of a weight: less than 31 bits.
const ACC_LIMIT: f32 = 3_900.0;
/// Maximum number of policy weights that depend on the position.
const NUMBERS: usize = policy_numbers(MAX_CHANNELS);

/// The policy weights of a position.
#[derive(Clone, Debug)]
pub(super) struct ContextLayer<const N: usize> {
    /// Sums of the channels over all candidates.
    sums: [f32; N],
    hidden: Hidden,
    /// Weights of the channels, then contributions of distances.
    numbers: [f32; NUMBERS],
    /// The gradient of the weights.
    slopes: [f32; NUMBERS],
}

impl<const N: usize> ContextLayer<N> {
    pub(super) const fn new() -> Self {
        Self { sums: [0.0; N], hidden: [0.0; HIDDEN], numbers: [0.0; NUMBERS], slopes: [0.0; NUMBERS] }
    }

    const COUNT: usize = policy_numbers(N);

    /// Computes the weights from the channels of all candidates. `is_rounded` drops the bits that the
    /// quantized network drops.
    pub(super) fn forward(
        &mut self,
        head: &[f32],
        layout: &PolicyLayout,
        cells: &[[f32; N]],
        is_rounded: bool,
    ) {
        self.sums = [0.0; N];
        for cell in cells {
            add(&mut self.sums, cell);
        }
        for sum in &mut self.sums {
            *sum = (*sum / SQUARES).min(SUM_LIMIT);
            if is_rounded {
                *sum = (*sum * CONTEXT_SCALE as f32).floor() / CONTEXT_SCALE as f32;
            }
        }
        self.hidden = layer_outputs(head, &layout.context, &self.sums);
        let numbers = &mut self.numbers[..Self::COUNT];
        numbers.copy_from_slice(&head[layout.numbers()]);
        for (changes, x) in head[layout.changes.clone()].chunks(Self::COUNT).zip(&self.hidden) {
            numbers.iter_mut().zip(changes).for_each(|(number, change)| *number += x * change);
        }
    }

    /// The weights of the channels for each place, and the contributions of the distances to the opponent's
    /// and the own last move.
    pub(super) fn numbers(&self) -> (&[[f32; N]], [&[f32]; 2]) {
        let (output, near) = self.numbers.split_at(PLACES * N);
        let (last, own) = near.split_at(DISTANCE_CLASSES);
        (output.as_chunks().0, [last, own])
    }

    /// The zeroed gradient of the [`numbers`](Self::numbers).
    pub(super) fn slopes(&mut self) -> (&mut [[f32; N]], [&mut [f32]; 2]) {
        self.slopes.fill(0.0);
        let (output, near) = self.slopes.split_at_mut(PLACES * N);
        let (last, own) = near.split_at_mut(DISTANCE_CLASSES);
        (output.as_chunks_mut().0, [last, own])
    }

    /// Adds the gradient of the head and returns the gradient of each candidate's channels through the sums.
    pub(super) fn backward(&self, head: &[f32], layout: &PolicyLayout, slopes: &mut [f32]) -> [f32; N] {
        let numbers = &self.slopes[..Self::COUNT];
        add(&mut slopes[layout.numbers()], numbers);
        let mut back = [0.0; HIDDEN];
        let changes = slopes[layout.changes.clone()].chunks_mut(Self::COUNT);
        let weights = head[layout.changes.clone()].chunks(Self::COUNT);
        for (i, (changes, weights)) in changes.zip(weights).enumerate() {
            for ((change, weight), slope) in changes.iter_mut().zip(weights).zip(numbers) {
                *change += self.hidden[i] * slope;
                back[i] += weight * slope;
            }
        }
        let back = masked(&back, &self.hidden, HIDDEN_LIMIT);
        let mut of_sums = [0.0; N];
        layer_back(head, &layout.context, &self.sums, &back, slopes, &mut of_sums);
        std::array::from_fn(|i| if self.sums[i] < SUM_LIMIT { of_sums[i] / SQUARES } else { 0.0 })
    }
}

/// Reduces weights whose integer sums could overflow in the quantized network.
pub(super) fn bound(head: &mut [f32], layout: &PolicyLayout, channels: usize) {
    bound_sums(&mut head[layout.context.weights.clone()], HIDDEN, ACC_LIMIT, |_| SUM_LIMIT);
    bound_sums(&mut head[layout.changes.clone()], policy_numbers(channels), ACC_LIMIT, |_| HIDDEN_LIMIT);
}
