//! Squares where a side threatens something, each with the rows that make it so.

use rustgomo::board::{CENTER, Cell, WINDOW_LEN, square_name};
use rustgomo::geometry::DIRECTIONS;
use rustgomo::pattern::{Attack, Shape};
use rustgomo::{Color, Position, Square};
use serde::Serialize;

use crate::Game;

/// What a move on a square would make.
#[derive(Debug, Serialize)]
pub(crate) struct Threat {
    square: String,
    color: &'static str,
    kind: &'static str,
    /// Stones of the side in each of the fives, fours or threes, without the move.
    rows: Vec<Vec<String>>,
}

/// A kind of threat: the attack, its name, and whether a shape in one line takes part in it.
type Kind = (Attack, &'static str, fn(Shape) -> bool);

const KINDS: [Kind; 4] = [
    (Attack::Five, "five", |shape| shape == Shape::Five),
    (Attack::OpenFour, "open four", is_four),
    (Attack::Four, "four", is_four),
    (Attack::OpenThree, "open three", Shape::is_open_three),
];

const fn is_four(shape: Shape) -> bool {
    matches!(shape, Shape::Four | Shape::DoubleFour | Shape::OpenFour)
}

/// All legal moves of both sides that make a five, an open four or two fours, a four, or an open three.
pub(crate) fn threats(game: &Game) -> Vec<Threat> {
    let position = Position::new(&game.board, game.rule);
    let mut threats = Vec::new();
    for color in Color::BOTH {
        for (attack, kind, takes_part) in KINDS {
            let squares = position.attacks(color, attack).iter();
            for square in squares.filter(|&square| !position.is_forbidden(square, color)) {
                let rows = rows(&position, color, square, takes_part);
                let square = square_name(square, game.board.size());
                threats.push(Threat { square, color: color.name(), kind, rows });
            }
        }
    }
    threats
}

/// The stones without which a line would not take part, for each line through the square that does.
fn rows(
    position: &Position,
    color: Color,
    square: Square,
    takes_part: fn(Shape) -> bool,
) -> Vec<Vec<String>> {
    let (table, size) = (position.table(), position.board().size());
    let lines = DIRECTIONS.into_iter().filter_map(|direction| {
        let window = position.board().window(square, direction);
        let is_part = |window| takes_part(table.shapes(table.pattern(window)).shape(color));
        if !is_part(window) {
            return None;
        }
        let own =
            (0..WINDOW_LEN).filter(|&place| place != CENTER && window.cell(place) == Cell::stone(color));
        let own: Vec<usize> = own.collect();
        let decides = |&place: &usize| !is_part(window.with(place, Cell::Empty));
        let mut row: Vec<usize> = own.iter().copied().filter(decides).collect();
        if row.is_empty() {
            // Any of them could be missing.
            row = own;
        }
        let squares =
            row.into_iter().filter_map(|place| square.step(direction, place as i8 - CENTER as i8, size));
        Some(squares.map(|stone| square_name(stone, size)).collect())
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows_of(rule: &str, moves: &str, color: &str, kind: &str, square: &str) -> Vec<String> {
        let game = Game::new(rule, "15", moves).unwrap();
        let threats = threats(&game);
        let found =
            threats.iter().find(|t| t.color == color && t.kind == kind && t.square == square).unwrap();
        found.rows.iter().map(|row| row.join(" ")).collect()
    }

    #[test]
    fn a_threat_names_its_rows() {
        let line = "h8a1i8c1j8e1k8";
        assert_eq!(rows_of("freestyle", line, "black", "five", "l8"), ["h8 i8 j8 k8"]);
        // Two threes meet; the stone far away is no part of them.
        let threes = "h8a1i8c1j9e1j10a3o8a5";
        assert_eq!(rows_of("freestyle", threes, "black", "open three", "j8"), ["h8 i8", "j10 j9"]);
        // A four with a gap, and another one across.
        let fours = "f8a1g8c1h8e1j9a3j10a5j11a7";
        assert_eq!(rows_of("freestyle", fours, "black", "open four", "j8"), ["f8 g8 h8", "j11 j10 j9"]);
    }
}
