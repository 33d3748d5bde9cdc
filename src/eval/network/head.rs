//! The value layers after the sums.

use super::layer::PairLayer;
use super::weights::{HIDDEN, REGION_KINDS, ValueWeights};

/// The value layers after the sums, for one side to move.
#[derive(Clone, Debug)]
pub(super) struct Head {
    pub(super) regions: [PairLayer; REGION_KINDS],
    pub(super) first: PairLayer,
    pub(super) second: PairLayer,
    pub(super) output: [i16; HIDDEN],
    pub(super) output_bias: i32,
}

impl Head {
    pub(super) fn new(value: &ValueWeights) -> Self {
        Self {
            regions: [0, 1, 2].map(|kind| PairLayer::new(&value.regions[kind])),
            first: PairLayer::new(&value.first),
            second: PairLayer::new(&value.second),
            output: std::array::from_fn(|i| value.output.weights[i]),
            output_bias: value.output.biases[0],
        }
    }
}
