//! Policy evaluation.

use super::model::Model;
use super::policy::{PolicyCells, PolicyInput};
use super::sums::PatternChange;
use crate::geometry::{Bitboard, Color, SQUARE_SPAN};
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

    /// Computes the logits of moves of the side to move, on empty squares, in the order of the squares and in
    /// units of 2 to the power of -[`POLICY_BITS`](super::POLICY_BITS); 0 for all if the network has no
    /// policy. `cells` comes from [`policy_cells`](Self::policy_cells) of this model and may have served for
    /// any other position. Logits beyond the moves stay as they are.
    ///
    /// The policy also depends on all other squares near stones.
    pub fn policy(&self, position: &Position, moves: &Bitboard, cells: &mut PolicyCells, logits: &mut [i32]) {
        let count = moves.len().min(logits.len());
        let logits = &mut logits[..count];
        let Some(policies) = &self.policies else {
            logits.fill(0);
            return;
        };
        let side = position.side_to_move();
        let (policy, cells) = (&policies[side], cells.of(side));
        let mut input = PolicyInput::default();
        collect(position, moves, &mut cells.patterns, &mut input);
        (self.policy_kernels.policy)(policy, &input, &mut cells.channels, logits);
    }
}

/// Fills the input; `known` becomes the patterns of its squares.
fn collect(position: &Position, moves: &Bitboard, known: &mut [u64; SQUARE_SPAN], input: &mut PolicyInput) {
    let history = position.board().history();
    input.earlier = [1, 2].map(|back| history.len().checked_sub(back).and_then(|place| history[place]));
    let others = position.candidates() & !*moves;
    for set in [moves, &others] {
        set.iter().for_each(|square| {
            // There are no more squares than that.
            let _ = input.squares.try_push(square);
        });
    }
    for &square in &input.squares {
        let patterns = position.patterns(square);
        let is_changed = std::mem::replace(&mut known[square.index()], patterns) != patterns;
        // No branch, which would often be predicted wrongly.
        let count = input.changed.len() + usize::from(is_changed);
        input.changed.push(PatternChange { square, patterns });
        input.changed.truncate(count);
    }
}
