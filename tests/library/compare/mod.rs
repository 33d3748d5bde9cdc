//! The crate's rules against the reference, on one position.

use std::collections::BTreeSet;
use std::ops::AddAssign;

use rustgomo::board::{Board, Cell};
use rustgomo::geometry::{Color, Square};
use rustgomo::rules::{Foul, Outcome, Rule};
use rustgomo::rules::{forbidden_squares, foul, is_forbidden, move_wins, outcome, winning_rows};

use crate::reference::{self, Grid, Law, Point, State, Violation};

const LAWS: [(Rule, Law); 5] = [
    (Rule::Freestyle, Law::Freestyle),
    (Rule::Standard, Law::Standard),
    (Rule::Renju, Law::Renju),
    (Rule::Caro, Law::Caro),
    (Rule::ExactCaro, Law::ExactCaro),
];

/// What has been compared, to see that the positions held enough of everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Positions.
    pub(crate) positions: usize,
    /// Empty squares.
    pub(crate) squares: usize,
    /// Winning moves under each rule.
    pub(crate) wins: [usize; 5],
    /// Overlines, double fours and double threes.
    pub(crate) fouls: [usize; 3],
    /// Squares whose verdict changes when threes are followed one, two, three moves deep.
    pub(crate) deep: [usize; 3],
    /// Drawn, won and unfinished games.
    pub(crate) outcomes: [usize; 3],
}

impl AddAssign<&Self> for Tally {
    fn add_assign(&mut self, other: &Self) {
        self.positions += other.positions;
        self.squares += other.squares;
        add(&mut self.wins, &other.wins);
        add(&mut self.fouls, &other.fouls);
        add(&mut self.deep, &other.deep);
        add(&mut self.outcomes, &other.outcomes);
    }
}

fn add<const N: usize>(counts: &mut [usize; N], others: &[usize; N]) {
    for (count, other) in counts.iter_mut().zip(others) {
        *count += other;
    }
}

/// The reference's name of a square.
pub(crate) fn point(square: Square) -> Point {
    (i32::from(square.x()), i32::from(square.y()))
}

/// The crate's name of a violation.
pub(crate) const fn named(violation: Violation) -> Foul {
    match violation {
        Violation::Overline => Foul::Overline,
        Violation::DoubleFour => Foul::DoubleFour,
        Violation::DoubleThree => Foul::DoubleThree,
    }
}

/// Fewest moves that a judge must follow to see this square right and, from there on, always.
pub(crate) fn depth_needed(grid: &mut Grid, at: Point) -> usize {
    let exact = reference::foul(grid, at);
    if reference::foul_to_depth(grid, at, 0) != Some(Violation::DoubleThree) {
        // Nothing that looks like a double three: no judge follows anything.
        return 0;
    }
    let wrong = (0..6).rev().find(|&depth| reference::foul_to_depth(grid, at, depth) != exact);
    wrong.map_or(0, |depth| depth + 1)
}

/// Compares everything that the rules say about a position, for both colours and all rules.
///
/// # Panics
/// With the label and a diagram, if crate and reference disagree.
pub(crate) fn compare(board: &Board, label: &str) -> Tally {
    let mut tally = Tally { positions: 1, squares: board.empty_count(), ..Tally::default() };
    let mut grid = Grid::from_board(board);
    let squares: Vec<Square> = board.size().squares().filter(|&s| board.is_empty(s)).collect();
    for &square in &squares {
        compare_wins(board, &mut grid, square, label, &mut tally);
        compare_foul(board, &mut grid, square, label, &mut tally);
    }
    for rule in Rule::ALL {
        let forbidden = forbidden_squares(board, rule);
        let expected: Vec<Square> = squares
            .iter()
            .copied()
            .filter(|&s| rule == Rule::Renju && reference::foul(&mut grid, point(s)).is_some())
            .collect();
        assert_eq!(forbidden, expected, "forbidden {rule:?}, {label}\n{board}");
    }
    tally
}

fn compare_wins(board: &Board, grid: &mut Grid, square: Square, label: &str, tally: &mut Tally) {
    for (i, (rule, law)) in LAWS.into_iter().enumerate() {
        for color in Color::BOTH {
            let expected = reference::wins(grid, law, Cell::stone(color), point(square));
            let found = move_wins(board, rule, color, square);
            assert_eq!(found, expected, "{rule:?} {color:?} {square:?}, {label}\n{board}");
            tally.wins[i] += usize::from(expected);
        }
    }
}

fn compare_foul(board: &Board, grid: &mut Grid, square: Square, label: &str, tally: &mut Tally) {
    let diagram = || board.to_string();
    let expected = reference::foul(grid, point(square));
    assert_eq!(foul(board, square), expected.map(named), "{square:?}, {label}\n{}", diagram());
    for rule in Rule::ALL {
        let black = rule == Rule::Renju && expected.is_some();
        assert_eq!(
            is_forbidden(board, rule, Color::Black, square),
            black,
            "{square:?}, {label}\n{}",
            diagram()
        );
        assert!(!is_forbidden(board, rule, Color::White, square), "{square:?}, {label}\n{}", diagram());
    }
    if let Some(violation) = expected {
        tally.fouls[violation as usize] += 1;
    }
    if let depth @ 1.. = depth_needed(grid, point(square)) {
        tally.deep[depth.min(3) - 1] += 1;
    }
}

/// Plays a move for a colour, passing first if it is not its turn, compares the outcome and the winning row,
/// and takes everything back.
///
/// # Panics
/// With the label and a diagram, if crate and reference disagree.
pub(crate) fn compare_outcome(board: &mut Board, color: Color, square: Square, label: &str) -> Tally {
    let mut tally = Tally::default();
    let passes = usize::from(board.side_to_move() != color);
    if passes == 1 {
        board.pass();
    }
    assert!(board.play(square).is_ok(), "{square:?} {label}");
    let grid = Grid::from_board(board);
    for (rule, law) in LAWS {
        let context = || format!("{rule:?} {color:?} {square:?}, {label}\n{board}");
        tally.outcomes[compare_state(board, (rule, law), label)] += 1;
        let rows = winning_rows(board, rule).into_iter().filter(|row| row.squares.contains(&square));
        let line: BTreeSet<Square> = rows.flat_map(|row| row.squares).collect();
        let line: Vec<Point> = line.into_iter().map(point).collect();
        assert_eq!(line, reference::winning_stones(&grid, law, point(square)), "{}", context());
    }
    for _ in 0..=passes {
        board.undo();
    }
    tally
}

/// Compares the state of a board; 0 if it is drawn, 1 if it is won, 2 if the game goes on.
fn compare_state(board: &Board, (rule, law): (Rule, Law), label: &str) -> usize {
    let (expected, kind) = match reference::state(board, law) {
        State::Full => (Outcome::Draw, 0),
        State::Won(Cell::Black) => (Outcome::Win(Color::Black), 1),
        State::Won(_) => (Outcome::Win(Color::White), 1),
        State::Open => (Outcome::Unfinished, 2),
    };
    assert_eq!(outcome(board, rule), expected, "{rule:?}, {label}\n{board}");
    kind
}

/// Compares the state of a whole board and all its winning rows, under every rule.
///
/// # Panics
/// With the label and a diagram, if crate and reference disagree.
pub(crate) fn compare_board(board: &Board, label: &str) -> Tally {
    let mut tally = Tally::default();
    let grid = Grid::from_board(board);
    for (rule, law) in LAWS {
        tally.outcomes[compare_state(board, (rule, law), label)] += 1;
        let rows: BTreeSet<(char, Vec<Point>)> = winning_rows(board, rule)
            .into_iter()
            .map(|row| {
                let mut points: Vec<Point> = row.squares.into_iter().map(point).collect();
                points.sort_unstable();
                (if row.color == Color::Black { 'X' } else { 'O' }, points)
            })
            .collect();
        let expected = reference::winning_rows(&grid, law);
        assert_eq!(rows, expected, "{rule:?}, {label}\n{board}");
    }
    tally
}
