//! Policy evaluation.

use super::features::FeatureMap;
use super::model::Model;
use super::policy::{PolicyCells, PolicyInput, distance_class};
use super::simd;
use crate::geometry::{Bitboard, Color, MAX_AREA, SQUARE_SPAN, Square};
use crate::position::Position;

impl Model {
    /// Whether the network has a policy.
    pub const fn has_policy(&self) -> bool {
        self.policies.is_some()
    }

    /// Memory for [`policy`](Self::policy) of this model.
    pub fn policy_cells(&self) -> PolicyCells {
        PolicyCells::new(self.policies.as_ref().map_or(0, |policies| policies[Color::Black].channels))
    }

    /// Computes the logits of moves of the side to move, on distinct empty squares, in units of 2 to the
    /// power of -[`POLICY_BITS`](super::POLICY_BITS); 0 for all if the network has no policy. `cells` comes from
    /// [`policy_cells`](Self::policy_cells) of this model and may have served for any other position. `logits` must be
    /// at least as long as `moves`.
    ///
    /// A policy with a context also depends on all other squares near stones.
    pub fn policy(&self, position: &Position, moves: &[Square], cells: &mut PolicyCells, logits: &mut [i32]) {
        let Some(policies) = &self.policies else {
            logits.fill(0);
            return;
        };
        let side = position.side_to_move();
        let (policy, cells) = (&policies[side], cells.of(side));
        let mut input = PolicyInput::default();
        self.collect(position, moves, policy.context.is_some(), &mut cells.patterns, &mut input);
        simd::policy(self.level, policy, &input, &mut cells.channels, logits);
    }

    /// Fills the input; `known` becomes the patterns of its squares.
    fn collect(
        &self,
        position: &Position,
        moves: &[Square],
        has_context: bool,
        known: &mut [u64; SQUARE_SPAN],
        input: &mut PolicyInput,
    ) {
        let (map, side) = (self.map, position.side_to_move());
        let history = position.board().history();
        let last = history.last().copied().flatten();
        let own = history.len().checked_sub(2).and_then(|place| history[place]);
        let mut others = if has_context { position.candidates() } else { Bitboard::EMPTY };
        for &square in moves.iter().take(MAX_AREA) {
            others.remove(square);
            input.squares.push(square);
            input.distances.push([last, own].map(|earlier| distance_class(square, earlier) as u8));
        }
        input.squares.extend(others.iter().take(input.squares.remaining_capacity()));
        for &square in &input.squares {
            let patterns = position.patterns(square);
            if std::mem::replace(&mut known[square.index()], patterns) != patterns {
                input.changed.push((square, view_numbers(map, side, patterns)));
            }
        }
    }
}

fn view_numbers(map: &FeatureMap, side: Color, patterns: u64) -> [u16; 4] {
    std::array::from_fn(|direction| map.number(side, (patterns >> (16 * direction)) as u16))
}
