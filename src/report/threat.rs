//! Squares where a side threatens something, each with the rows that make it so.

use serde::Serialize;

use crate::board::{Board, CENTER, Cell, WINDOW_LEN, square_name, square_names};
use crate::geometry::{BoardSize, Color, DIRECTIONS, Square};
use crate::pattern::{Attack, Shape};
use crate::position::Position;
use crate::rules::Rule;

/// What a move would make.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Threat<S = Square> {
    /// The move.
    pub square: S,
    /// Its side.
    pub color: Color,
    /// What it makes: `five`, `open four` (or two fours), `four` or `open three`.
    pub kind: &'static str,
    /// Stones of the side in each of the fives, fours or threes, without the move.
    pub rows: Vec<Vec<S>>,
}

/// A [`Threat`] with the names of its squares.
pub type ThreatReport = Threat<String>;

/// A kind of threat: the attack, its name, and whether a shape in one line takes part in it.
type Kind = (Attack, &'static str, fn(Shape) -> bool);

const KINDS: [Kind; 4] = [
    (Attack::Five, "five", |shape| shape == Shape::Five),
    (Attack::OpenFour, "open four", Shape::is_four),
    (Attack::Four, "four", Shape::is_four),
    (Attack::OpenThree, "open three", Shape::is_open_three),
];

/// All legal moves of both sides that make a five, an open four or two fours, a four, or an open three; the
/// strongest kind first.
pub fn threats(board: &Board, rule: Rule) -> Vec<Threat> {
    let position = &Position::new(board, rule);
    let of_kind = |(attack, kind, takes_part): Kind| {
        Color::BOTH.into_iter().flat_map(move |color| {
            let squares = position.attacks(color, attack).iter();
            squares.filter(move |&square| !position.is_forbidden(square, color)).map(move |square| {
                let rows = rows(position, color, square, takes_part);
                Threat { square, color, kind, rows }
            })
        })
    };
    KINDS.into_iter().flat_map(of_kind).collect()
}

/// The stones without which a line would not take part, for each line through the square that does.
fn rows(
    position: &Position,
    color: Color,
    square: Square,
    takes_part: fn(Shape) -> bool,
) -> Vec<Vec<Square>> {
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
        let squares = row.into_iter();
        Some(squares.filter_map(|place| square.step(direction, place as i8 - CENTER as i8, size)).collect())
    });
    lines.collect()
}

impl Threat {
    /// The threat with names.
    pub(super) fn report(self, size: BoardSize) -> ThreatReport {
        let Self { square, color, kind, rows } = self;
        let rows = rows.into_iter().map(|row| square_names(row, size)).collect();
        Threat { square: square_name(square, size), color, kind, rows }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{from_diagram, parse_squares};

    fn rows_of(rule: Rule, moves: &str, kind: &str, square: &str) -> Vec<String> {
        let moves = parse_squares(moves, BoardSize::default()).unwrap();
        let board = Board::with_moves(BoardSize::default(), moves).unwrap();
        let mut reports = threats(&board, rule).into_iter().map(|threat| threat.report(board.size()));
        let found = reports.find(|t| t.color == Color::Black && t.kind == kind && t.square == square);
        found.unwrap().rows.iter().map(|row| row.join(" ")).collect()
    }

    #[test]
    fn a_threat_names_its_rows() {
        let line = "h8a1i8c1j8e1k8";
        assert_eq!(rows_of(Rule::Freestyle, line, "five", "l8"), ["h8 i8 j8 k8"]);
        // Two threes meet; the stone far away is no part of them.
        let threes = "h8a1i8c1j9e1j10a3o8a5";
        assert_eq!(rows_of(Rule::Freestyle, threes, "open three", "j8"), ["h8 i8", "j10 j9"]);
        // A four with a gap, and another one across.
        let fours = "f8a1g8c1h8e1j9a3j10a5j11a7";
        assert_eq!(rows_of(Rule::Freestyle, fours, "open four", "j8"), ["f8 g8 h8", "j11 j10 j9"]);
    }

    #[test]
    fn threats_of_both_sides_are_found_without_forbidden_ones() {
        let board = from_diagram(
            ". . . . . . . . .
             . X X X X . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . O O O . . . .
             . . . . . . . . .
             . . . . . . . . .",
        )
        .unwrap();
        let of = |color: Color, kind: &str| -> Vec<String> {
            let all = threats(&board, Rule::Freestyle).into_iter();
            let own = all.filter(|threat| threat.color == color && threat.kind == kind);
            square_names(own.map(|threat| threat.square), board.size())
        };
        assert_eq!(of(Color::Black, "five"), ["a6", "f6"]);
        assert_eq!(of(Color::White, "open four"), ["b3", "f3"]);
        // An overline of black under renju.
        let row = from_diagram(
            ". . . . . . . . .\nX X X . X X . . .\n. . . . . . . . .\n. . . . O . . O O\n. . . . . . . . .",
        );
        assert!(threats(&row.unwrap(), Rule::Renju).iter().all(|threat| threat.square != Square::at(3, 1)));
    }
}
