//! The policy in kernel order, and its input.

use aligned_vec::{AVec, avec};
use arrayvec::ArrayVec;

use super::features::{FeatureMap, PATTERN_SPAN};
use super::layer::PairLayer;
use super::sums::PatternChange;
use super::weights::{ACC_SCALE, DISTANCE_CLASSES, HIDDEN, Layer, OUTPUT_SCALE, POLICY_BITS, PolicyWeights};
use crate::geometry::{ByColor, Color, MAX_AREA, SQUARE_SPAN, Square};

/// Smallest difference of columns or rows that counts as far.
const FAR: usize = 6;
/// Bits between a context's sums and the weights of channels.
pub(super) const CONTEXT_SHIFT: u32 = (ACC_SCALE / OUTPUT_SCALE).ilog2();
/// Bits between a context's sums and what distances add.
pub(super) const NEAR_SHIFT: u32 = ACC_SCALE.ilog2() - POLICY_BITS;
const _: () = assert!(DISTANCE_CLASSES <= HIDDEN);

/// The policy of one side to move.
#[derive(Clone, Debug)]
pub(super) struct Policy {
    pub(super) channels: usize,
    /// For each pattern below [`PATTERN_SPAN`] the channels in the side's view.
    pub(super) table: AVec<i8>,
    /// From the sums of the channels over the squares to the hidden outputs.
    pub(super) context: PairLayer,
    /// For each place the channel weights, [`HIDDEN`] inputs each, with [`CONTEXT_SHIFT`] more fractional
    /// bits than those in the file.
    pub(super) output: Vec<PairLayer>,
    /// Contributions of the distance to the opponent's last move and to the own move before, by class, with
    /// [`NEAR_SHIFT`] more fractional bits; zeros after the classes.
    pub(super) near: [PairLayer; 2],
}

/// A layer padded with zero outputs.
fn padded(weights: &[i16], biases: impl Iterator<Item = i32>) -> Layer {
    let mut layer = Layer { weights: weights.to_vec(), biases: biases.collect() };
    layer.weights.resize(HIDDEN * HIDDEN, 0);
    layer.biases.resize(HIDDEN, 0);
    layer
}

/// The channels of all squares as [`Model::policy`](super::Model::policy) last computed them. Between two
/// positions of a search most squares keep their patterns, and so their channels.
#[derive(Clone, Debug)]
pub struct PolicyCells(ByColor<SideCells>);

/// The channels in the view of one side to move.
#[derive(Clone, Debug)]
pub(super) struct SideCells {
    /// The patterns that each square's channels belong to.
    pub(super) patterns: Box<[u64; SQUARE_SPAN]>,
    pub(super) channels: AVec<i16>,
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
    /// Those whose channels must be computed.
    pub(super) changed: ArrayVec<PatternChange, MAX_AREA>,
    /// The opponent's last move and the own move before.
    pub(super) earlier: [Option<Square>; 2],
}

impl Policy {
    pub(super) fn new(weights: &PolicyWeights, channels: usize, map: &FeatureMap, side: Color) -> Self {
        let mut table = avec![0; PATTERN_SPAN * channels];
        for (pattern, row) in table.chunks_mut(channels).enumerate() {
            let number = usize::from(map.number(side, pattern as u16));
            if !map.is_idle(number) {
                row.copy_from_slice(&weights.rows[number * channels..][..channels]);
            }
        }
        let round = |shift: u32| 1 << (shift - 1);
        let context = &weights.context;
        let own = weights.output.chunks(HIDDEN).chain(context.lines.chunks(HIDDEN));
        let output = own.zip(context.output.chunks(HIDDEN * HIDDEN)).map(|(own, weights)| {
            let bias = |&own: &i16| (i32::from(own) << CONTEXT_SHIFT) + round(CONTEXT_SHIFT);
            PairLayer::new(&padded(weights, own.iter().map(bias)))
        });
        let near = |weights: &[i16], own: &[i32]| {
            let bias = |&own: &i32| (own << NEAR_SHIFT) + round(NEAR_SHIFT);
            PairLayer::new(&padded(weights, own.iter().map(bias)))
        };
        Self {
            channels,
            table,
            context: PairLayer::new(&context.layer),
            output: output.collect(),
            near: [near(&context.near_last, &weights.near_last), near(&context.near_own, &weights.near_own)],
        }
    }
}

/// Class of the distance between a move and an earlier one, below [`DISTANCE_CLASSES`].
pub fn distance_class(square: Square, earlier: Option<Square>) -> usize {
    let Some(earlier) = earlier else { return 0 };
    class(square.x().abs_diff(earlier.x()).into(), square.y().abs_diff(earlier.y()).into())
}

/// The class of a distance by its columns and rows.
const fn class(columns: usize, rows: usize) -> usize {
    let (small, large) = if columns < rows { (columns, rows) } else { (rows, columns) };
    if large < FAR { large * (large + 1) / 2 + small } else { 0 }
}

/// [`distance_class`] of all squares to an earlier move, by [`Square::index`].
#[inline]
pub(super) fn distance_classes(earlier: Option<Square>) -> &'static [u8; SQUARE_SPAN] {
    let start = earlier.map_or(0, |earlier| CENTER - earlier.index());
    CLASSES[start..].first_chunk().unwrap_or(&NO_CLASSES)
}

/// Place of the earlier move in [`CLASSES`].
const CENTER: usize = 2 * SQUARE_SPAN;
/// Without an earlier move.
static NO_CLASSES: [u8; SQUARE_SPAN] = [0; SQUARE_SPAN];
/// [`distance_class`] by the difference of indices, around an earlier move at [`CENTER`]. Two squares whose
/// difference leads over the edge of the board are far from each other.
static CLASSES: [u8; CENTER + SQUARE_SPAN] = {
    let mut classes = [0; CENTER + SQUARE_SPAN];
    let mut i = 0;
    while i < FAR * FAR {
        let (column, row) = (i % FAR, i / FAR * Square::at(0, 1).index());
        let class = class(i % FAR, i / FAR) as u8;
        classes[CENTER - row - column] = class;
        classes[CENTER - row + column] = class;
        classes[CENTER + row - column] = class;
        classes[CENTER + row + column] = class;
        i += 1;
    }
    classes
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{BoardSize, MAX_SIDE};

    #[test]
    fn the_table_of_classes_agrees_on_the_largest_board() -> Result<(), crate::geometry::SizeError> {
        let size = BoardSize::new(MAX_SIDE.into(), MAX_SIDE.into())?;
        let earlier = size.squares().map(Some).chain([None]);
        for earlier in earlier {
            let classes = distance_classes(earlier);
            for square in size.squares() {
                assert_eq!(
                    usize::from(classes[square.index()]),
                    distance_class(square, earlier),
                    "{square:?} {earlier:?}"
                );
            }
        }
        Ok(())
    }

    #[test]
    fn distances_have_their_classes() {
        let center = Square::at(7, 7);
        let class = |x, y| distance_class(Square::at(x, y), Some(center));
        assert_eq!(distance_class(center, None), 0);
        assert_eq!([class(8, 7), class(7, 6), class(6, 8)], [1, 1, 2]);
        assert_eq!([class(12, 12), class(2, 7), class(13, 7), class(7, 1)], [20, 15, 0, 0]);
    }
}
