//! Win, draw or neither.

use super::{LineResult, Rule, line_result};
use crate::board::{Board, Cell};
use crate::geometry::{Color, DIRECTIONS, Square};

/// State of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The game goes on.
    Unfinished,
    /// A player has won.
    Win(Color),
    /// The board is full and nobody has won.
    Draw,
}

/// Whether a stone of `color` on this square makes a winning row (or made it, if the stone is there already).
pub fn move_wins(board: &Board, rule: Rule, color: Color, square: Square) -> bool {
    DIRECTIONS.into_iter().any(|d| line_result(rule, color, board.window(square, d)) == LineResult::Win)
}

/// The state of the game after its last move. Forbidden moves are not judged here: see [`foul`](super::foul).
///
/// # Examples
/// ```
/// use rustgomo::board::{Board, parse_squares};
/// use rustgomo::rules::{Outcome, outcome};
/// use rustgomo::{BoardSize, Color, Rule};
///
/// let mut board = Board::new(BoardSize::new(15, 15)?);
/// for square in parse_squares("a1 a2 b1 b2 c1 c2 d1 d2 e1", board.size())? {
///     board.play(square)?;
/// }
/// assert_eq!(outcome(&board, Rule::Standard), Outcome::Win(Color::Black));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn outcome(board: &Board, rule: Rule) -> Outcome {
    let mover = board.side_to_move().opponent();
    match board.last_move() {
        Some(last) if move_wins(board, rule, mover, last) => Outcome::Win(mover),
        _ if board.empty_count() == 0 => Outcome::Draw,
        _ => Outcome::Unfinished,
    }
}

/// The stones of the winning rows through a square, in ascending order; empty if there is none.
pub fn winning_line(board: &Board, rule: Rule, square: Square) -> Vec<Square> {
    let Some(color) = board.color_at(square) else { return Vec::new() };
    let own = |s: &Square| board.cell(*s) == Cell::stone(color);
    let mut line = Vec::new();
    for direction in DIRECTIONS {
        if line_result(rule, color, board.window(square, direction)) == LineResult::Win {
            for sense in [-1, 1] {
                let steps = (1..).map_while(|i| square.step(direction, sense * i, board.size()));
                line.extend(steps.take_while(own));
            }
            line.push(square);
        }
    }
    line.sort_unstable();
    line.dedup();
    line
}
