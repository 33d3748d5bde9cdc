//! Squares where a move wins or makes an unstoppable threat.

use serde::Serialize;

use crate::drawing::ThreatMark;
use rustgomo::board::{Board, square_name};
use rustgomo::geometry::Color;
use rustgomo::pattern::Attack;
use rustgomo::position::Position;
use rustgomo::rules::Rule;

/// A threat in JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ThreatReport {
    /// The square.
    pub square: String,
    /// Side of the threat: `black` or `white`.
    pub color: &'static str,
    /// 5 for a five, 4 for an open four or a double four.
    pub makes: u8,
}

/// The squares where either side makes a five, an open four or a double four, fives first, without forbidden
/// moves.
pub fn threat_marks(board: &Board, rule: Rule) -> Vec<ThreatMark> {
    let position = Position::new(board, rule);
    let mut marks: Vec<ThreatMark> = Vec::new();
    for (attack, makes) in [(Attack::Five, 5), (Attack::OpenFour, 4)] {
        for color in [Color::Black, Color::White] {
            let allowed =
                position.attacks(color, attack).iter().filter(|&s| !position.is_forbidden(s, color));
            marks.extend(allowed.map(|square| ThreatMark { square, color, makes }));
        }
    }
    marks
}

/// The threats for JSON.
pub fn threat_reports(board: &Board, rule: Rule) -> Vec<ThreatReport> {
    let report = |mark: ThreatMark| ThreatReport {
        square: square_name(mark.square, board.size()),
        color: mark.color.name(),
        makes: mark.makes,
    };
    threat_marks(board, rule).into_iter().map(report).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustgomo::board::from_diagram;

    #[test]
    fn fives_and_open_fours_of_both_sides_are_marked_and_forbidden_ones_are_not() {
        let board = from_diagram(
            ". . . . . . . . .
             . X X X X . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . O O O . . . .
             . . . . . . . . .
             . . . . . . . . .",
        );
        let found = threat_reports(&board.unwrap(), Rule::Freestyle);
        let of = |color: &str, makes: u8| -> Vec<&str> {
            let own = found.iter().filter(|t| t.color == color && t.makes == makes);
            own.map(|threat| threat.square.as_str()).collect()
        };
        assert_eq!(of("black", 5), ["a6", "f6"]);
        assert_eq!(of("white", 4), ["b3", "f3"]);
        // An overline of black under renju.
        let row = from_diagram(
            ". . . . . . . . .\nX X X . X X . . .\n. . . . . . . . .\n. . . . O . . O O\n. . . . . . . . .",
        );
        assert!(threat_reports(&row.unwrap(), Rule::Renju).iter().all(|t| t.square != "d4"));
    }
}
