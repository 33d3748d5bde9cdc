//! Which moves are likely to be best.

use super::features::FeatureMap;
use super::model::Model;
use super::simd;
use super::weights::{DISTANCE_CLASSES, PolicyWeights};
use crate::geometry::{Color, Square};
use crate::position::Position;

/// Bits of a policy's logit behind the point.
pub const POLICY_BITS: u32 = 13;
/// Differences of columns or rows from which a move counts as far.
const FAR: u8 = 6;

/// The policy of one side to move, in the form that the kernels read.
#[derive(Clone, Debug)]
pub(super) struct Policy {
    pub(super) channels: usize,
    /// For each number in the side's view its channels; idle rows are zero.
    pub(super) table: Vec<i8>,
    pub(super) output: Vec<i16>,
    near_last: [i32; DISTANCE_CLASSES],
    near_own: [i32; DISTANCE_CLASSES],
}

impl Policy {
    pub(super) fn new(weights: &PolicyWeights, channels: usize, map: &FeatureMap) -> Self {
        let mut table = weights.rows.clone();
        for (number, row) in table.chunks_mut(channels).enumerate() {
            if map.is_idle(number) {
                row.fill(0);
            }
        }
        Self {
            channels,
            table,
            output: weights.output.clone(),
            near_last: std::array::from_fn(|class| weights.near_last[class]),
            near_own: std::array::from_fn(|class| weights.near_own[class]),
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

impl Model {
    /// Whether the network has a policy.
    pub const fn has_policy(&self) -> bool {
        self.policies.is_some()
    }

    /// The logits of some moves of the side to move, on empty squares, in units of 2 to the power of -[`POLICY_BITS`];
    /// 0 for all where the network has no policy. `logits` must have room for them.
    pub fn policy(&self, position: &Position, moves: &[Square], logits: &mut [i32]) {
        let Some(policies) = &self.policies else {
            logits.fill(0);
            return;
        };
        let side = position.side_to_move();
        let policy = &policies[side];
        let map = self.map;
        for (moves, logits) in moves.chunks(BATCH).zip(logits.chunks_mut(BATCH)) {
            let mut numbers = [[0; 4]; BATCH];
            for (&square, numbers) in moves.iter().zip(&mut numbers) {
                *numbers = view_numbers(map, side, position.rows(square));
            }
            simd::policy(self.level, policy, &numbers[..moves.len()], logits);
        }
        let history = position.board().history();
        let last = history.last().copied().flatten();
        let own = history.len().checked_sub(2).and_then(|place| history[place]);
        for (&square, logit) in moves.iter().zip(logits) {
            *logit +=
                policy.near_last[distance_class(square, last)] + policy.near_own[distance_class(square, own)];
        }
    }
}

/// Moves that are looked at together.
const BATCH: usize = 64;

fn view_numbers(map: &FeatureMap, side: Color, rows: u64) -> [u16; 4] {
    std::array::from_fn(|direction| map.number(side, (rows >> (16 * direction)) as u16))
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
