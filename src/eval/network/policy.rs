//! The policy in kernel order, and its input.

use aligned_vec::{AVec, avec};
use arrayvec::ArrayVec;

use super::features::FeatureMap;
use super::layer::PairLayer;
use super::weights::{ACC_SCALE, ContextWeights, DISTANCE_CLASSES, HIDDEN, Layer, PolicyWeights};
use crate::geometry::{ByColor, Color, MAX_AREA, SQUARE_SPAN, Square};

/// Fractional bits of a policy's logit.
pub const POLICY_BITS: u32 = 13;
/// Smallest difference of columns or rows that counts as far.
const FAR: u8 = 6;
/// Bits between a context's sums and the weights of channels.
pub(super) const CONTEXT_SHIFT: u32 = ACC_SCALE.ilog2() - 8;
/// Bits between a context's sums and what distances add.
pub(super) const NEAR_SHIFT: u32 = ACC_SCALE.ilog2() - POLICY_BITS;
const _: () = assert!(DISTANCE_CLASSES <= HIDDEN);

/// The policy of one side to move.
#[derive(Clone, Debug)]
pub(super) struct Policy {
    pub(super) channels: usize,
    /// The channels of each feature in the side's view; unused rows are zero.
    pub(super) table: AVec<i8>,
    pub(super) output: Vec<i16>,
    /// Contribution of the distance to the opponent's last move and to the own move before, by class; zeros
    /// after the classes.
    pub(super) near: [[i32; HIDDEN]; 2],
    pub(super) context: Option<PolicyContext>,
}

/// The policy's dependence on the whole position.
#[derive(Clone, Debug)]
pub(super) struct PolicyContext {
    pub(super) layer: PairLayer,
    /// For each place the channel weights, [`HIDDEN`] inputs each, with [`CONTEXT_SHIFT`] more fractional
    /// bits than the policy's own.
    pub(super) output: Vec<PairLayer>,
    /// Contributions of distances, with [`NEAR_SHIFT`] more fractional bits.
    pub(super) near: [PairLayer; 2],
}

impl PolicyContext {
    fn new(weights: &ContextWeights, policy: &PolicyWeights) -> Self {
        let round = |shift: u32| 1 << (shift - 1);
        let own = policy.output.chunks(HIDDEN).chain(weights.lines.chunks(HIDDEN));
        let output = own.zip(weights.output.chunks(HIDDEN * HIDDEN)).map(|(own, weights)| {
            let bias = |&own: &i16| (i32::from(own) << CONTEXT_SHIFT) + round(CONTEXT_SHIFT);
            PairLayer::new(&padded(weights, own.iter().map(bias)))
        });
        let near = |weights: &[i16], own: &[i32]| {
            let bias = |&own: &i32| (own << NEAR_SHIFT) + round(NEAR_SHIFT);
            PairLayer::new(&padded(weights, own.iter().map(bias)))
        };
        Self {
            layer: PairLayer::new(&weights.layer),
            output: output.collect(),
            near: [near(&weights.near_last, &policy.near_last), near(&weights.near_own, &policy.near_own)],
        }
    }
}

/// A layer padded with zero outputs.
fn padded(weights: &[i16], biases: impl Iterator<Item = i32>) -> Layer {
    let mut layer = Layer { weights: weights.to_vec(), biases: biases.collect() };
    layer.weights.resize(HIDDEN * HIDDEN, 0);
    layer.biases.resize(HIDDEN, 0);
    layer
}

/// The channels of all squares as [`Model::policy`](super::Model::policy) last computed them. Between two positions of a search most
/// squares keep their patterns, and so their channels.
#[derive(Clone, Debug)]
pub struct PolicyCells(ByColor<SideCells>);

/// The channels in the view of one side to move.
#[derive(Clone, Debug)]
pub(super) struct SideCells {
    /// The patterns that each square's channels belong to.
    pub(super) patterns: Box<[u64; SQUARE_SPAN]>,
    pub(super) channels: AVec<u8>,
}

impl PolicyCells {
    /// Patterns that no square has.
    const UNKNOWN: u64 = u64::MAX;

    /// For policies with this number of channels.
    pub(super) fn new(channels: usize) -> Self {
        let side = SideCells {
            patterns: Box::new([Self::UNKNOWN; SQUARE_SPAN]),
            channels: avec![0; SQUARE_SPAN * channels],
        };
        Self(ByColor([side.clone(), side]))
    }

    pub(super) fn of(&mut self, side: Color) -> &mut SideCells {
        &mut self.0[side]
    }
}

/// Input of the policy.
#[derive(Clone, Debug, Default)]
pub(super) struct PolicyInput {
    /// The moves, then the other squares near stones.
    pub(super) squares: ArrayVec<Square, MAX_AREA>,
    /// Those whose channels must be computed, with their features.
    pub(super) changed: ArrayVec<(Square, [u16; 4]), MAX_AREA>,
    /// For each move the distance classes to the opponent's last move and to the own move before.
    pub(super) distances: ArrayVec<[u8; 2], MAX_AREA>,
}

impl Policy {
    pub(super) fn new(weights: &PolicyWeights, channels: usize, map: &FeatureMap) -> Self {
        let mut table = AVec::from_slice(0, &weights.rows);
        for (number, row) in table.chunks_mut(channels).enumerate() {
            if map.is_idle(number) {
                row.fill(0);
            }
        }
        Self {
            channels,
            table,
            output: weights.output.clone(),
            near: [&weights.near_last, &weights.near_own]
                .map(|near| std::array::from_fn(|class| near.get(class).copied().unwrap_or(0))),
            context: weights.context.as_ref().map(|context| PolicyContext::new(context, weights)),
        }
    }
}

/// Class of the distance between a move and an earlier one, below [`DISTANCE_CLASSES`].
pub fn distance_class(square: Square, earlier: Option<Square>) -> usize {
    let Some(earlier) = earlier else { return 0 };
    let (dx, dy) = (square.x().abs_diff(earlier.x()), square.y().abs_diff(earlier.y()));
    let (small, large) = (dx.min(dy) as usize, dx.max(dy));
    if large < FAR { large as usize * (large as usize + 1) / 2 + small } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_have_their_classes() {
        let center = Square::at(7, 7);
        let class = |x, y| distance_class(Square::at(x, y), Some(center));
        assert_eq!(distance_class(center, None), 0);
        assert_eq!([class(8, 7), class(7, 6), class(6, 8)], [1, 1, 2]);
        assert_eq!([class(12, 12), class(2, 7), class(13, 7), class(7, 1)], [20, 15, 0, 0]);
    }
}
