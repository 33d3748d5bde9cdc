//! How a move ends a game.

use super::{Foul, Outcome, Rule, foul, move_wins};
use crate::board::Board;
use crate::geometry::{Color, Square};

/// How a move ends a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveEnd {
    /// It was forbidden, so that its player has lost.
    Foul(Foul),
    /// It made a winning row.
    Row,
    /// It filled the board, and nobody has won.
    FullBoard,
}

impl MoveEnd {
    /// Why the move was forbidden, if it was.
    pub const fn foul(self) -> Option<Foul> {
        if let Self::Foul(foul) = self { Some(foul) } else { None }
    }

    /// The outcome of the game; `mover` played the move.
    pub const fn outcome(self, mover: Color) -> Outcome {
        match self {
            Self::Foul(_) => Outcome::Win(mover.opponent()),
            Self::Row => Outcome::Win(mover),
            Self::FullBoard => Outcome::Draw,
        }
    }
}

/// How a stone of `color` on this empty square, not yet there, would end the game; `None` if the game goes
/// on.
///
/// # Examples
/// ```
/// use rustgomo::board::{from_diagram, parse_square};
/// use rustgomo::rules::{MoveEnd, move_end};
/// use rustgomo::{Color, Rule};
///
/// let board = from_diagram("X X X . X\n. . . . .\n. . . . .\n. . . . .\nO O O O .")?;
/// let four = move_end(&board, Rule::Renju, Color::Black, parse_square("c4", board.size())?);
/// assert_eq!(four, None);
/// let five = move_end(&board, Rule::Renju, Color::White, parse_square("e1", board.size())?);
/// assert_eq!(five, Some(MoveEnd::Row));
/// # Ok::<(), rustgomo::board::DiagramError>(())
/// ```
pub fn move_end(board: &Board, rule: Rule, color: Color, square: Square) -> Option<MoveEnd> {
    let foul = if rule.is_restricted(color) { foul(board, square) } else { None };
    if let Some(foul) = foul {
        Some(MoveEnd::Foul(foul))
    } else if move_wins(board, rule, color, square) {
        Some(MoveEnd::Row)
    } else {
        (board.empty_count() == 1).then_some(MoveEnd::FullBoard)
    }
}
