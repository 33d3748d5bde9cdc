//! Layers in the order in which the kernels read them.

use super::weights::{HIDDEN, Layer};

/// A layer with [`HIDDEN`] outputs whose weights lie in the order of use: for each pair of inputs, the two weights of
/// every output side by side.
#[derive(Clone, Debug)]
pub(super) struct PairLayer {
    pub(super) pairs: Vec<[i16; 2 * HIDDEN]>,
    pub(super) biases: [i32; HIDDEN],
}

impl PairLayer {
    pub(super) fn new(layer: &Layer) -> Self {
        let inputs = layer.weights.len() / HIDDEN;
        let weight = |output: usize, input: usize| layer.weights[output * inputs + input];
        let pair = |pair: usize| std::array::from_fn(|i| weight(i / 2, 2 * pair + i % 2));
        Self {
            pairs: (0..inputs / 2).map(pair).collect(),
            biases: std::array::from_fn(|output| layer.biases[output]),
        }
    }
}
