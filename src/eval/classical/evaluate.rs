//! The sum over all empty squares.

use super::Values;
use crate::eval::Score;
use crate::position::Position;

/// Estimates a position for the side to move.
///
/// # Examples
/// ```
/// use rustgomo::eval::classical::evaluate;
/// use rustgomo::{Position, Rule, board::from_diagram};
///
/// let board = from_diagram(". . . . .\n. . O . .\n. . X . .\n. X . . .\nO . . . .")?;
/// let position = Position::new(&board, Rule::Freestyle);
/// assert!(!evaluate(&position).is_decided(), "an estimate proves nothing");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn evaluate(position: &Position) -> Score {
    let values = Values::of(position.rule());
    let (own, other) = (position.side_to_move(), position.side_to_move().opponent());
    let (of_own, of_other) = (values.squares(own), values.squares(other));
    let mut sum = values.tempo(own);
    for square in position.board().empty() {
        let [with_the_move, _] = of_own.get(position.pattern4_index(square, own));
        let [_, without_it] = of_other.get(position.pattern4_index(square, other));
        sum += i32::from(with_the_move) - i32::from(without_it);
    }
    Score::eval(sum)
}
