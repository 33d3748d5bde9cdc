//! Layers in kernel order.

use aligned_vec::AVec;

use super::weights::{HIDDEN, Layer};

/// A layer with [`HIDDEN`] outputs. Weights are ordered by pairs of inputs, with the two weights of every
/// output side by side.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct PairLayer {
    pub(super) pairs: AVec<[i16; 2 * HIDDEN]>,
    pub(super) biases: [i32; HIDDEN],
}

impl PairLayer {
    pub(super) fn new(layer: &Layer) -> Self {
        let inputs = layer.weights.len() / HIDDEN;
        let weight = |output: usize, input: usize| layer.weights[output * inputs + input];
        let pair = |pair: usize| std::array::from_fn(|i| weight(i / 2, 2 * pair + i % 2));
        Self {
            pairs: AVec::from_iter(0, (0..inputs / 2).map(pair)),
            biases: std::array::from_fn(|output| layer.biases[output]),
        }
    }
}
