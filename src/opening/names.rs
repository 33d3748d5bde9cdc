//! The 26 openings of renju: where the first three stones can stand, and what players call it.
//!
//! Under renju the first stone stands in the middle of the board. Under other rules we give the names also
//! where the three stones stand elsewhere, as Swap2 allows, with two free lines between the first stone and
//! each edge, so that all 26 fit. The second stone is next to the first, orthogonally (direct openings) or
//! diagonally (indirect ones); the third is at most two squares away from the first. Counted without
//! symmetric twins that makes thirteen of each kind. Numbers and names are those of the Renju International
//! Federation.

use std::fmt;

use crate::board::Board;
use crate::geometry::{BoardSize, Color, Square};
use crate::rules::Rule;

/// A named opening.
///
/// # Examples
/// ```
/// use rustgomo::board::parse_squares;
/// use rustgomo::geometry::BoardSize;
/// use rustgomo::opening::NamedOpening;
/// use rustgomo::rules::Rule;
///
/// let size = BoardSize::new(15, 15)?;
/// let moves = parse_squares("h8 h9 i9", size)?;
/// let opening = NamedOpening::of(&moves, size, Rule::Renju).unwrap();
/// assert_eq!(opening.to_string(), "D4 Kagetsu");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedOpening {
    /// `D1` to `D13` for the direct openings, `I1` to `I13` for the indirect ones.
    pub code: &'static str,
    /// The name in Latin letters.
    pub name: &'static str,
    /// The name in Japanese writing, which Chinese players share.
    pub kanji: &'static str,
}

/// A step on the board: columns and rows.
pub(super) type Offset = (i8, i8);

/// Largest distance of a stone from the first one.
const REACH: u8 = 2;

const DIRECT: Offset = (0, 1);
const INDIRECT: Offset = (1, 1);

/// The third stone, seen from the first, and the opening; the second stone is at [`DIRECT`].
const DIRECT_OPENINGS: [(Offset, NamedOpening); 13] = [
    ((0, 2), named("D1", "Kansei", "寒星")),
    ((1, 2), named("D2", "Keigetsu", "溪月")),
    ((2, 2), named("D3", "Sosei", "疎星")),
    ((1, 1), named("D4", "Kagetsu", "花月")),
    ((2, 1), named("D5", "Zangetsu", "残月")),
    ((1, 0), named("D6", "Ugetsu", "雨月")),
    ((2, 0), named("D7", "Kinsei", "金星")),
    ((0, -1), named("D8", "Shogetsu", "松月")),
    ((1, -1), named("D9", "Kyugetsu", "丘月")),
    ((2, -1), named("D10", "Shingetsu", "新月")),
    ((0, -2), named("D11", "Zuisei", "瑞星")),
    ((1, -2), named("D12", "Sangetsu", "山月")),
    ((2, -2), named("D13", "Yusei", "遊星")),
];

/// The same with the second stone at [`INDIRECT`].
const INDIRECT_OPENINGS: [(Offset, NamedOpening); 13] = [
    ((2, 2), named("I1", "Chosei", "長星")),
    ((2, 1), named("I2", "Kyogetsu", "峡月")),
    ((2, 0), named("I3", "Kosei", "恒星")),
    ((2, -1), named("I4", "Suigetsu", "水月")),
    ((2, -2), named("I5", "Ryusei", "流星")),
    ((1, 0), named("I6", "Ungetsu", "雲月")),
    ((1, -1), named("I7", "Hogetsu", "浦月")),
    ((1, -2), named("I8", "Rangetsu", "嵐月")),
    ((0, -1), named("I9", "Gingetsu", "銀月")),
    ((0, -2), named("I10", "Myojo", "明星")),
    ((-1, -1), named("I11", "Shagetsu", "斜月")),
    ((-1, -2), named("I12", "Meigetsu", "名月")),
    ((-2, -2), named("I13", "Suisei", "彗星")),
];

const fn named(code: &'static str, name: &'static str, kanji: &'static str) -> NamedOpening {
    NamedOpening { code, name, kanji }
}

impl NamedOpening {
    /// The opening of a game by its first three moves; `None` for fewer moves, stones further apart than in
    /// any of the 26, and a first move near an edge or, under renju, outside the middle of the board.
    pub fn of(moves: &[Square], size: BoardSize, rule: Rule) -> Option<Self> {
        Self::images(moves, size, rule).next().map(|(opening, _)| opening)
    }

    /// Whether a first move is in the middle of the board: one of two or four squares if the sides are even.
    pub const fn is_middle(first: Square, size: BoardSize) -> bool {
        is_middle(first.x(), size.width()) && is_middle(first.y(), size.height())
    }

    /// The opening of a game, and its moves turned, mirrored and with the first one put in the middle, so
    /// that games with the same opening have the same first three moves, and games that are symmetric to each
    /// other all moves. Ends before a move that is off the board then.
    pub fn turned(moves: &[Square], size: BoardSize, rule: Rule) -> Option<(Self, Vec<Square>)> {
        let (first, center) = (*moves.first()?, size.center());
        let turned = |(opening, symmetry)| {
            let places = moves.iter().map(|&square| image(offset(first, square), symmetry));
            let square = |(x, y): Offset| {
                size.square(i64::from(center.x()) + i64::from(x), i64::from(center.y()) + i64::from(y))
            };
            (opening, places.map_while(square).collect())
        };
        Self::images(moves, size, rule)
            .map(turned)
            .min_by(|(_, one), (_, other): &(Self, Vec<Square>)| one.cmp(other))
    }

    /// The opening of a game with the symmetries, as in [`image`], that turn it to its place in the table.
    fn images(moves: &[Square], size: BoardSize, rule: Rule) -> impl Iterator<Item = (Self, u8)> {
        let stones = match *moves {
            [first, second, third, ..]
                if Self::is_middle(first, size) || rule != Rule::Renju && has_room(first, size) =>
            {
                Some([second, third].map(|square| offset(first, square)))
            }
            _ => None,
        };
        stones.into_iter().flat_map(|[second, third]| {
            (0..8).filter_map(move |symmetry| {
                let openings = match image(second, symmetry) {
                    DIRECT => &DIRECT_OPENINGS,
                    INDIRECT => &INDIRECT_OPENINGS,
                    _ => return None,
                };
                let third = image(third, symmetry);
                let found = openings.iter().find(|(place, _)| *place == third);
                found.map(|(_, opening)| (*opening, symmetry))
            })
        })
    }

    /// The opening of the game on a board under a rule; `None` where stones were set up, white began or the
    /// first three moves are not all stones.
    pub fn of_board(board: &Board, rule: Rule) -> Option<Self> {
        let history = board.history();
        let played = history.iter().flatten().count();
        let stones = board.stones(Color::Black).len() + board.stones(Color::White).len();
        let first: Vec<Square> = history.iter().take(3).copied().collect::<Option<_>>()?;
        let has_black_begun =
            first.first().is_some_and(|&square| board.color_at(square) == Some(Color::Black));
        (played == stones && has_black_begun).then(|| Self::of(&first, board.size(), rule)).flatten()
    }

    /// All 26, the direct ones first.
    pub fn all() -> impl Iterator<Item = Self> {
        DIRECT_OPENINGS.iter().chain(&INDIRECT_OPENINGS).map(|(_, opening)| *opening)
    }
}

impl fmt::Display for NamedOpening {
    /// Number and name: `D4 Kagetsu`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.code, self.name)
    }
}

/// Whether a coordinate is the middle one, or one of the two middle ones.
const fn is_middle(place: u8, length: u8) -> bool {
    place == (length - 1) / 2 || place == length / 2
}

/// Whether all openings fit around a first stone.
const fn has_room(first: Square, size: BoardSize) -> bool {
    let (x, y) = (first.x(), first.y());
    x >= REACH && y >= REACH && x + REACH < size.width() && y + REACH < size.height()
}

/// The way from one square to another.
const fn offset(from: Square, to: Square) -> Offset {
    (to.x() as i8 - from.x() as i8, to.y() as i8 - from.y() as i8)
}

/// A step under one of the eight symmetries of the plane: bit 0 mirrors columns, bit 1 mirrors rows, bit 2
/// swaps both.
pub(super) const fn image((mut x, mut y): Offset, symmetry: u8) -> Offset {
    if symmetry & 1 != 0 {
        x = -x;
    }
    if symmetry & 2 != 0 {
        y = -y;
    }
    if symmetry & 4 != 0 { (y, x) } else { (x, y) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::board::parse_squares;
    use crate::geometry::Symmetry;

    fn name(text: &str) -> Option<&'static str> {
        let size = BoardSize::default();
        NamedOpening::of(&parse_squares(text, size).unwrap(), size, Rule::Renju).map(|opening| opening.name)
    }

    #[test]
    fn openings_are_known_from_every_side() {
        assert_eq!(name("h8 h9 i9"), Some("Kagetsu"));
        assert_eq!(name("h8 i9 i7"), Some("Hogetsu"));
        for (text, code) in
            [("h8 h9 j10", "D3"), ("h8 i9 g6", "I12"), ("h8 i9 h7", "I9"), ("h8 h9 h6 a1", "D11")]
        {
            let size = BoardSize::default();
            let moves = parse_squares(text, size).unwrap();
            for symmetry in Symmetry::all(size) {
                let turned: Vec<Square> = moves.iter().map(|&square| symmetry.apply(square, size)).collect();
                assert_eq!(NamedOpening::of(&turned, size, Rule::Renju).unwrap().code, code);
                assert_eq!(
                    NamedOpening::turned(&turned, size, Rule::Renju),
                    NamedOpening::turned(&moves, size, Rule::Renju)
                );
            }
        }
    }

    #[test]
    fn outside_renju_openings_are_known_wherever_they_have_room() {
        for size in [BoardSize::default(), BoardSize::new(20, 20).unwrap(), BoardSize::new(12, 9).unwrap()] {
            let of = |text: &str, rule| NamedOpening::of(&parse_squares(text, size).unwrap(), size, rule);
            for (text, code) in [("c3 c4 d4", "D4"), ("d5 e6 e4", "I7"), ("d4 d5 f6", "D3")] {
                let moves = parse_squares(text, size).unwrap();
                for symmetry in Symmetry::all(size) {
                    let turned: Vec<Square> =
                        moves.iter().map(|&square| symmetry.apply(square, size)).collect();
                    for rule in [Rule::Freestyle, Rule::Standard, Rule::Caro, Rule::ExactCaro] {
                        assert_eq!(NamedOpening::of(&turned, size, rule).unwrap().code, code, "{text}");
                    }
                    assert_eq!(NamedOpening::of(&turned, size, Rule::Renju), None);
                }
            }
            assert_eq!(of("b3 b4 c4", Rule::Freestyle), None, "near the edge");
            let (opening, moves) =
                NamedOpening::turned(&parse_squares("c3 c4 d4 b4", size).unwrap(), size, Rule::Caro).unwrap();
            assert_eq!((opening.code, moves[0], moves.len()), ("D4", size.center(), 4));
        }
    }

    #[test]
    fn all_legal_third_moves_have_one_of_26_names() {
        let size = BoardSize::default();
        let center = Square::at(7, 7);
        let around =
            |distance| size.squares().filter(move |&s| s != center && s.distance(center) <= distance);
        let mut found = BTreeSet::new();
        for second in around(1) {
            for third in around(2).filter(|&third| third != second) {
                found.insert(NamedOpening::of(&[center, second, third], size, Rule::Renju).unwrap().code);
            }
        }
        assert_eq!(found, NamedOpening::all().map(|opening| opening.code).collect());
        assert_eq!(found.len(), 26);
    }

    #[test]
    fn only_played_games_have_an_opening() {
        let size = BoardSize::default();
        let moves = parse_squares("h8 h9 i9", size).unwrap();
        let mut board = Board::with_moves(size, moves.iter().copied()).unwrap();
        assert_eq!(NamedOpening::of_board(&board, Rule::Renju).unwrap().code, "D4");
        board.undo();
        assert_eq!(NamedOpening::of_board(&board, Rule::Renju), None);
        let mut passed = Board::new(size);
        passed.play(moves[0]).unwrap();
        passed.pass();
        passed.play(moves[1]).unwrap();
        passed.play(moves[2]).unwrap();
        assert_eq!(NamedOpening::of_board(&passed, Rule::Renju), None);
        let mut white_first = Board::new(size);
        white_first.give_turn(Color::White);
        for &square in &moves {
            white_first.play(square).unwrap();
        }
        assert_eq!(NamedOpening::of_board(&white_first, Rule::Renju), None);
    }

    #[test]
    fn other_beginnings_have_no_name() {
        for text in ["h8", "h8 h9", "h8 h9 h11", "h8 j8 i9", "a1 a2 b2"] {
            assert_eq!(name(text), None, "{text}");
        }
        let even = BoardSize::new(20, 20).unwrap();
        assert!(
            NamedOpening::of(&parse_squares("k11 k12 l12", even).unwrap(), even, Rule::Renju).is_some(),
            "one of four middle squares"
        );
    }
}
