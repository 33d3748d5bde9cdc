//! Common interface of network and classical evaluation.

use std::sync::Arc;

use super::network::{Accumulator, Model, PolicyCells};
use super::{Score, classical};
use crate::geometry::Bitboard;
use crate::position::Position;

/// Evaluates the positions of one search, by a network if there is one, else classically.
///
/// # Examples
/// ```
/// use rustgomo::eval::{Evaluator, Networks};
/// use rustgomo::{Board, BoardSize, Position, Rule};
///
/// let mut position = Position::new(&Board::new(BoardSize::default()), Rule::Renju);
/// let mut evaluator = Evaluator::new(Networks::embedded().get(Rule::Renju)?, &position);
/// let square = BoardSize::default().square(7, 7).ok_or("off the board")?;
/// position.play(square);
/// assert!(!evaluator.evaluate(&position).is_decided());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Evaluator {
    network: Option<(Arc<Model>, Accumulator, PolicyCells)>,
}

impl Evaluator {
    /// An evaluator for this position and those reached from it by moves. A network for another rule is
    /// ignored.
    pub fn new(model: Option<Arc<Model>>, position: &Position) -> Self {
        let model = model.filter(|model| model.rule() == position.rule());
        let network = model.map(|model| {
            let sums = Accumulator::new(&model, position);
            let cells = model.policy_cells();
            (model, sums, cells)
        });
        Self { network }
    }

    /// Computes the policy's logits of some moves in the order of their squares, in units of 2 to the power
    /// of -[`POLICY_BITS`](super::network::POLICY_BITS); returns false if there is no policy.
    pub fn policy(&mut self, position: &Position, moves: &Bitboard, logits: &mut [i32]) -> bool {
        let network = self.network.as_mut().filter(|(model, ..)| model.has_policy());
        let Some((model, _, cells)) = network else { return false };
        model.policy(position, moves, cells, logits);
        true
    }

    /// The score of a position for the side to move.
    #[inline]
    pub fn evaluate(&mut self, position: &Position) -> Score {
        match &mut self.network {
            Some((model, sums, _)) => sums.evaluate(model, position),
            None => classical::evaluate(position),
        }
    }
}
