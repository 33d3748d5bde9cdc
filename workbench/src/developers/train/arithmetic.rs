//! Dense layers with 32 outputs, forward and backward, in loops that compilers vectorize; sigmoid and
//! cross-entropy.

use super::layout::LayerLayout;
use rustgomo::eval::network::{HIDDEN, HIDDEN_SCALE, MAX_HIDDEN};

/// One number for each output.
pub(super) type Hidden = [f32; HIDDEN];
/// Maximum output of a hidden layer.
pub(super) const HIDDEN_LIMIT: f32 = MAX_HIDDEN as f32 / HIDDEN_SCALE as f32;
/// Number of partial sums of a dot product.
const LANES: usize = 8;

/// A hidden layer's clipped outputs.
pub(super) fn layer_outputs(head: &[f32], layer: &LayerLayout, inputs: &[f32]) -> Hidden {
    let mut sums = [0.0; HIDDEN];
    sums.copy_from_slice(&head[layer.biases.clone()]);
    forward(&head[layer.weights.clone()], inputs, &mut sums);
    clip(&sums, HIDDEN_LIMIT)
}

/// Adds the gradients of a layer and of its inputs from that of its outputs, `back`.
pub(super) fn layer_back(
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

/// Adds the layer's sums to `sums`. `weights` are ordered by input, then by output.
fn forward(weights: &[f32], inputs: &[f32], sums: &mut Hidden) {
    let (rows, _) = weights.as_chunks::<HIDDEN>();
    for (row, &input) in rows.iter().zip(inputs) {
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum += weight * input;
        }
    }
}

/// Adds the gradient of the weights.
fn add_outer(weight_slopes: &mut [f32], inputs: &[f32], slopes: &Hidden) {
    let (rows, _) = weight_slopes.as_chunks_mut::<HIDDEN>();
    for (row, &input) in rows.iter_mut().zip(inputs) {
        for (sum, slope) in row.iter_mut().zip(slopes) {
            *sum += input * slope;
        }
    }
}

/// Adds the gradient of the inputs.
fn add_products(weights: &[f32], slopes: &Hidden, input_slopes: &mut [f32]) {
    let (rows, _) = weights.as_chunks::<HIDDEN>();
    for (row, sum) in rows.iter().zip(input_slopes) {
        *sum += dot(row, slopes);
    }
}

/// The product of two lists.
pub(super) fn dot<const N: usize>(one: &[f32; N], other: &[f32; N]) -> f32 {
    let mut lanes = [0.0; LANES];
    let (ones, _) = one.as_chunks::<LANES>();
    let (others, _) = other.as_chunks::<LANES>();
    for (a, b) in ones.iter().zip(others) {
        for i in 0..LANES {
            lanes[i] += a[i] * b[i];
        }
    }
    lanes.iter().sum()
}

/// Adds one list to another.
pub(super) fn add(sums: &mut [f32], more: &[f32]) {
    sums.iter_mut().zip(more).for_each(|(sum, x)| *sum += x);
}

/// Clips to `0..=limit`.
pub(super) fn clip<const N: usize>(values: &[f32; N], limit: f32) -> [f32; N] {
    // Comparisons instead of `clamp` compile to two vector instructions.
    values.map(|x| {
        let x = if x > 0.0 { x } else { 0.0 };
        if x < limit { x } else { limit }
    })
}

/// The gradient of clipping: zero where the value was clipped.
pub(super) fn masked<const N: usize>(slopes: &[f32; N], clipped: &[f32; N], limit: f32) -> [f32; N] {
    std::array::from_fn(|i| if clipped[i] > 0.0 && clipped[i] < limit { slopes[i] } else { 0.0 })
}

/// Reduces the weights of each output whose sum of products with the `largest` inputs can exceed `most`.
pub(super) fn bound_sums(weights: &mut [f32], outputs: usize, most: f32, largest: impl Fn(usize) -> f32) {
    let mut sums = vec![0.0; outputs];
    for (input, row) in weights.chunks(outputs).enumerate() {
        let limit = largest(input);
        sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight.abs() * limit);
    }
    if sums.iter().all(|&sum| sum <= most) {
        return;
    }
    for row in weights.chunks_mut(outputs) {
        row.iter_mut().zip(&sums).for_each(|(weight, sum)| *weight *= (most / sum).min(1.0));
    }
}

/// The logistic function.
pub(crate) fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// Cross-entropy in nats.
pub(crate) fn cross_entropy(target: f32, logit: f32) -> f64 {
    let (target, logit) = (f64::from(target), f64::from(logit));
    // ln(1 + e^x) without overflow.
    logit.max(0.0) + (-logit.abs()).exp().ln_1p() - target * logit
}
