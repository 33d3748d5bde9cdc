//! Policy evaluation.

use super::features::FeatureMap;
use super::model::Model;
use super::policy::{PolicyInput, distance_class};
use super::simd;
use crate::geometry::{Bitboard, Color, MAX_AREA, Square};
use crate::position::Position;

impl Model {
    /// Whether the network has a policy.
    pub const fn has_policy(&self) -> bool {
        self.policies.is_some()
    }

    /// Computes the logits of moves of the side to move, on distinct empty squares, in units of 2 to the
    /// power of -[`POLICY_BITS`](super::POLICY_BITS); 0 for all if the network has no policy. `logits` must
    /// be at least as long as `moves`.
    ///
    /// A policy with a context also depends on all other squares near stones.
    pub fn policy(&self, position: &Position, moves: &[Square], logits: &mut [i32]) {
        let Some(policies) = &self.policies else {
            logits.fill(0);
            return;
        };
        let policy = &policies[position.side_to_move()];
        let mut input = PolicyInput::default();
        self.collect(position, moves, policy.context.is_some(), &mut input);
        simd::policy(self.level, policy, &input, logits);
    }

    fn collect(&self, position: &Position, moves: &[Square], has_context: bool, input: &mut PolicyInput) {
        let (map, side) = (self.map, position.side_to_move());
        let history = position.board().history();
        let last = history.last().copied().flatten();
        let own = history.len().checked_sub(2).and_then(|place| history[place]);
        let mut others = if has_context { position.candidates() } else { Bitboard::EMPTY };
        for &square in moves.iter().take(MAX_AREA) {
            others.remove(square);
            input.push(square, view_numbers(map, side, position.patterns(square)));
            input.distances.push([last, own].map(|earlier| distance_class(square, earlier) as u8));
        }
        for square in others.iter().take(MAX_AREA - input.numbers.len()) {
            input.push(square, view_numbers(map, side, position.patterns(square)));
        }
    }
}

fn view_numbers(map: &FeatureMap, side: Color, patterns: u64) -> [u16; 4] {
    std::array::from_fn(|direction| map.number(side, (patterns >> (16 * direction)) as u16))
}
