//! Renju's forbidden moves.
//!
//! The definition is that of the Renju International Federation (<https://www.renju.net/rules/>): a move of
//! black that makes no five is a foul if it makes an overline, two fours, or two threes. A three is a row
//! that one more stone turns into a straight four, where that further stone is itself allowed and makes no
//! five: so whether a three counts can depend on another forbidden point, to any depth.

use super::{LineResult, Rule, line_result};
use crate::board::{Board, CENTER, Cell, LineKeys, RADIUS, WINDOW_LEN, Window};
use crate::geometry::{Bitboard, BoardSize, Color, DIRECTIONS, Direction, Square};

/// A kind of forbidden move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(into = "&'static str"))]
pub enum Foul {
    /// Six or more in a row.
    Overline,
    /// Two fours at once.
    DoubleFour,
    /// Two threes at once.
    DoubleThree,
}

impl Foul {
    /// The name in the rules of renju.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Overline => "overline",
            Self::DoubleFour => "double four",
            Self::DoubleThree => "double three",
        }
    }
}

impl From<Foul> for &'static str {
    fn from(foul: Foul) -> Self {
        foul.name()
    }
}

/// The foul that a move of black on an empty square would be under renju; `None` if it is legal.
///
/// # Examples
/// ```
/// use rustgomo::board::{from_diagram, parse_square};
/// use rustgomo::rules::{Foul, foul};
///
/// // Two open threes would meet in c4.
/// let board = from_diagram("
///     . . . . . . .
///     . . X . . . .
///     . . X . . . .
///     . . . X X . .
///     . . . . . . .
///     . . . . . . .
///     . O . O . O O")?;
/// assert_eq!(foul(&board, parse_square("c4", board.size())?), Some(Foul::DoubleThree));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn foul(board: &Board, square: Square) -> Option<Foul> {
    FoulJudge { lines: *board.lines(), size: board.size() }.foul(square)
}

/// The rows that make a move of black on an empty square a foul: the fours, the threes, or the overlines,
/// each as the black stones that it has already. Empty if the move is legal.
///
/// # Examples
/// ```
/// use rustgomo::board::{from_diagram, parse_square};
/// use rustgomo::rules::foul_rows;
///
/// let board = from_diagram("
///     . . . . . . .
///     . . X . . . .
///     . . X . . . .
///     . . . X X . .
///     . . . . . . .
///     . . . . . . .
///     . O . O . O O")?;
/// let square = |name| parse_square(name, board.size());
/// let rows = [vec![square("d4")?, square("e4")?], vec![square("c6")?, square("c5")?]];
/// assert_eq!(foul_rows(&board, square("c4")?), rows);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn foul_rows(board: &Board, square: Square) -> Vec<Vec<Square>> {
    let mut judge = FoulJudge { lines: *board.lines(), size: board.size() };
    judge.foul(square).map(|foul| judge.rows(square, foul)).unwrap_or_default()
}

/// Whether `color` may not play on this empty square under a rule.
pub fn is_forbidden(board: &Board, rule: Rule, color: Color, square: Square) -> bool {
    rule.is_restricted(color) && foul(board, square).is_some()
}

/// All squares forbidden for black under a rule, in ascending order.
pub fn forbidden_squares(board: &Board, rule: Rule) -> Vec<Square> {
    board.empty().iter().filter(|&s| is_forbidden(board, rule, Color::Black, s)).collect()
}

/// The squares where the side to move may play.
pub fn legal_squares(board: &Board, rule: Rule) -> Bitboard {
    let side = board.side_to_move();
    board.empty().iter().filter(|&square| !is_forbidden(board, rule, side, square)).collect()
}

/// The legal squares, or all free ones if each is forbidden, since a move has to be played.
pub fn playable_squares(board: &Board, rule: Rule) -> Bitboard {
    let legal = legal_squares(board, rule);
    if legal.is_empty() { *board.empty() } else { legal }
}

/// The lines of the board with the stones of the recursion.
struct FoulJudge {
    lines: LineKeys,
    size: BoardSize,
}

impl FoulJudge {
    fn foul(&mut self, square: Square) -> Option<Foul> {
        let windows = DIRECTIONS.map(|d| self.lines.window(square, d));
        let results = windows.map(|w| line_result(Rule::Renju, Color::Black, w));
        if results.contains(&LineResult::Win) {
            return None;
        }
        if results.contains(&LineResult::Overline) {
            return Some(Foul::Overline);
        }
        let fours = windows.map(fours);
        if fours.iter().sum::<usize>() >= 2 {
            return Some(Foul::DoubleFour);
        }
        let candidates = DIRECTIONS.into_iter().filter(|d| fours[d.index()] == 0);
        let shaped: Vec<_> =
            candidates.filter(|d| straighteners(windows[d.index()]).next().is_some()).collect();
        if shaped.len() < 2 {
            return None;
        }
        self.lines.toggle(square, Cell::Black);
        let is_three = |d: &Direction| self.straightener(square, *d, windows[d.index()]).is_some();
        let threes = shaped.into_iter().filter(is_three).take(2).count();
        self.lines.toggle(square, Cell::Black);
        (threes == 2).then_some(Foul::DoubleThree)
    }

    /// Where black may make the straight four of a real three with the stone on `square`: on a square that is
    /// not forbidden and makes no five in another direction.
    fn straightener(&mut self, square: Square, direction: Direction, window: Window) -> Option<usize> {
        straighteners(window).find(|&place| {
            let steps = place as i8 - CENTER as i8;
            let Some(next) = square.step(direction, steps, self.size) else { return false };
            !self.makes_five(next) && self.foul(next).is_none()
        })
    }

    /// The rows of a foul, without the stone on `square` itself.
    fn rows(&mut self, square: Square, foul: Foul) -> Vec<Vec<Square>> {
        let mut rows: Vec<Vec<Square>> = Vec::new();
        for direction in DIRECTIONS {
            let window = self.lines.window(square, direction);
            let lines = match foul {
                Foul::Overline if line_result(Rule::Renju, Color::Black, window) == LineResult::Overline => {
                    vec![run(window)]
                }
                Foul::Overline => Vec::new(),
                Foul::DoubleFour => {
                    completions(window).into_iter().flatten().map(|p| run_with(window, p)).collect()
                }
                Foul::DoubleThree => self.three(square, direction, window).into_iter().collect(),
            };
            for places in lines {
                let steps = places.into_iter().map(|place| place as i8 - CENTER as i8);
                let row: Vec<Square> = steps.filter_map(|by| square.step(direction, by, self.size)).collect();
                // Both ends complete a straight four.
                if !rows.contains(&row) {
                    rows.push(row);
                }
            }
        }
        rows
    }

    /// The stones of a real three with a stone on `square`.
    fn three(&mut self, square: Square, direction: Direction, window: Window) -> Option<Vec<usize>> {
        if fours(window) > 0 {
            return None;
        }
        self.lines.toggle(square, Cell::Black);
        let place = self.straightener(square, direction, window);
        self.lines.toggle(square, Cell::Black);
        place.map(|place| run_with(window, place))
    }

    fn makes_five(&self, square: Square) -> bool {
        DIRECTIONS
            .into_iter()
            .any(|d| line_result(Rule::Renju, Color::Black, self.lines.window(square, d)) == LineResult::Win)
    }
}

/// The nearest empty places before and after the centre that black stones connect to it.
fn ends(window: Window) -> [Option<usize>; 2] {
    let before = (0..CENTER).rev().find(|&p| window.cell(p) != Cell::Black);
    let behind = (CENTER + 1..WINDOW_LEN).find(|&p| window.cell(p) != Cell::Black);
    [before, behind].map(|end| end.filter(|&p| window.cell(p) == Cell::Empty))
}

/// The places of the black stones that are connected to the centre.
fn run(window: Window) -> Vec<usize> {
    let is_black = |&place: &usize| window.cell(place) == Cell::Black;
    let before = (0..CENTER).rev().take_while(is_black);
    let behind = (CENTER + 1..WINDOW_LEN).take_while(is_black);
    let mut places: Vec<usize> = before.chain(behind).collect();
    places.sort_unstable();
    places
}

/// The places of the stones that one more stone at a place connects to the centre.
fn run_with(window: Window, place: usize) -> Vec<usize> {
    let mut places = run(window.with(place, Cell::Black));
    places.retain(|&other| other != place);
    places
}

/// The places before and after the centre where one more stone makes exactly five.
fn completions(window: Window) -> [Option<usize>; 2] {
    ends(window).map(|end| {
        end.filter(|&p| {
            line_result(Rule::Renju, Color::Black, window.with(p, Cell::Black)) == LineResult::Win
        })
    })
}

/// Number of fours that a black stone in the centre makes in one line, ignoring fives and overlines: 0 to 2.
fn fours(window: Window) -> usize {
    let places = completions(window);
    // Both ends of one row complete one straight four; closer together they are two fours that share stones.
    if is_straight_four(places) { 1 } else { places.into_iter().flatten().count() }
}

/// Whether the [`completions`] of a line are those at both ends of one row.
fn is_straight_four(places: [Option<usize>; 2]) -> bool {
    matches!(places, [Some(before), Some(behind)] if behind - before == RADIUS)
}

/// The places where one more black stone makes a straight four through the centre.
fn straighteners(window: Window) -> impl Iterator<Item = usize> {
    let makes_one = move |&p: &usize| is_straight_four(completions(window.with(p, Cell::Black)));
    ends(window).into_iter().flatten().filter(makes_one)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{from_diagram, parse_square, square_name};

    fn foul_at(diagram: &str, name: &str) -> Option<Foul> {
        let board = from_diagram(diagram).unwrap();
        foul(&board, parse_square(name, board.size()).unwrap())
    }

    #[test]
    fn two_open_threes_are_forbidden_and_a_blocked_one_is_not_a_three() {
        let open = ". . . . . . . . .
                    . . . . . . . . .
                    . . . . X . . . .
                    . . . . X . . . .
                    . . X X . . . . .
                    . . . . . . . . .
                    . . . . . . . . .
                    . . . . . . . . .
                    . . . . . . . . .";
        assert_eq!(foul_at(open, "e5"), Some(Foul::DoubleThree));
        let blocked = open.replacen(". . X X . . . . .", ". O X X . . . . .", 1);
        assert_eq!(foul_at(&blocked, "e5"), None);
    }

    #[test]
    fn fours_in_one_line_count_twice() {
        let line = "X X X . . . X X X
                    . . . . . . . . .
                    . . . . . . . . .
                    . . . . . . . . .
                    . . . . . . . . .";
        assert_eq!(foul_at(line, "e5"), Some(Foul::DoubleFour));
        assert_eq!(foul_at(&line.replacen("X X X . . .", "O X X . . .", 1), "e5"), None);
    }

    fn rows_at(diagram: &str, name: &str) -> Vec<String> {
        let board = from_diagram(diagram).unwrap();
        let rows = foul_rows(&board, parse_square(name, board.size()).unwrap());
        let names =
            |row: Vec<Square>| row.into_iter().map(|s| square_name(s, board.size())).collect::<Vec<_>>();
        let mut rows: Vec<String> = rows.into_iter().map(|row| names(row).join(" ")).collect();
        rows.sort_unstable();
        rows
    }

    #[test]
    fn a_foul_is_made_by_its_threes_its_fours_or_its_overline_alone() {
        // The column is a blocked three, the rising diagonal a three with a gap.
        let threes = ". . . . . . . . .
                      . . . . O . . X .
                      . . . . X . . . .
                      . . . . X X . . .
                      . . X X . . . . .
                      . . . . . . . . .
                      . . . . . . . . .
                      . . . . . . . . .
                      . . . . . . . . .";
        assert_eq!(rows_at(threes, "e5"), ["c5 d5", "f6 h8"]);
        // Two straight fours, and an open three that does not count beside them.
        let fours = ". . . . . . . . .
                     . . . . X . . . .
                     . . . . X . . . .
                     . . . . X X . . .
                     . X X X . . . . .
                     . . . X . . . . .
                     . . . . . . . . .
                     . . . . . . . . .
                     . . . . . . . . .";
        assert_eq!(rows_at(fours, "e5"), ["b5 c5 d5", "e8 e7 e6"]);
        let line = "X X X . . . X X X
                    . . . . . . . . .
                    . . . . . . . . .
                    . . . . . . . . .
                    . . . . . . . . .";
        assert_eq!(rows_at(line, "e5"), ["a5 b5 c5", "g5 h5 i5"]);
        assert_eq!(
            rows_at(&line.replacen("X X X . . .", "X X X X . X", 1), "e5"),
            ["a5 b5 c5 d5 f5 g5 h5 i5"]
        );
        assert_eq!(rows_at(line, "e1"), [""; 0]);
    }

    #[test]
    fn a_five_overrides_an_overline() {
        let board = "X X X X . X . . .
                     . . . . X . . . .
                     . . . . X . . . .
                     . . . . X . . . .
                     . . . . X . . . .";
        assert_eq!(foul_at(board, "e5"), None);
        assert_eq!(foul_at(&board.replacen(". . . . X", ". . . . O", 1), "e5"), Some(Foul::Overline));
    }
}
