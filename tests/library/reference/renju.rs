//! What black may not play in renju.
//!
//! From the rules of the Renju International Federation (article 9): black may not make an overline, a double
//! four or a double three, unless the move makes five in a row, which wins. A four is four stones to which
//! one more can be added to attain five, exactly; a straight four is an unbroken row of four that either end
//! completes. A three is three stones to which one more can be added to attain a straight four "without at
//! the same time making a five"; and as black must be able to play that move, it must not be forbidden
//! itself.

use std::collections::BTreeSet;

use rustgomo::board::Cell;

use super::grid::{Grid, LINES, Point, along};

/// A forbidden move, in the order in which the clauses are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Violation {
    /// Six or more in a row.
    Overline,
    /// Two fours or more.
    DoubleFour,
    /// Two threes or more.
    DoubleThree,
}

/// The foul that a black stone on an empty point would be.
pub(crate) fn foul(grid: &mut Grid, point: Point) -> Option<Violation> {
    foul_to_depth(grid, point, usize::MAX)
}

/// [`foul`] with threes followed only `depth` moves deep and all later moves taken as allowed.
/// Shows how deep the recursion must go.
pub(crate) fn foul_to_depth(grid: &mut Grid, point: Point, depth: usize) -> Option<Violation> {
    grid.with_stone(point, Cell::Black, |grid| {
        if makes_five(grid, point) {
            None
        } else if LINES.into_iter().any(|line| grid.row(point, line).len() > 5) {
            Some(Violation::Overline)
        } else if fours(grid, point).len() > 1 {
            Some(Violation::DoubleFour)
        } else if LINES.into_iter().filter(|&line| is_three(grid, point, line, depth)).count() > 1 {
            Some(Violation::DoubleThree)
        } else {
            None
        }
    })
}

fn makes_five(grid: &Grid, point: Point) -> bool {
    LINES.into_iter().any(|line| grid.row(point, line).len() == 5)
}

/// Whether a black stone on this empty point makes exactly five in this line.
fn completes_five(grid: &mut Grid, point: Point, line: (i32, i32)) -> bool {
    grid.with_stone(point, Cell::Black, |grid| grid.row(point, line).len() == 5)
}

/// All fours with the stone on a point, each as its four stones: two squares that complete the same four
/// stones make one four, and one line can hold two fours.
fn fours(grid: &mut Grid, point: Point) -> BTreeSet<Vec<Point>> {
    let mut found = BTreeSet::new();
    for line in LINES {
        for start in -4..=0 {
            let segment = [0, 1, 2, 3, 4].map(|i| along(point, line, start + i));
            let mut black: Vec<Point> = segment.to_vec();
            black.retain(|&p| grid.at(p) == Cell::Black);
            let hole = segment.into_iter().find(|&p| grid.at(p) == Cell::Empty);
            if let (4, Some(hole)) = (black.len(), hole)
                && completes_five(grid, hole, line)
            {
                found.insert(black);
            }
        }
    }
    found
}

/// Whether the black stone on a point stands in a three in this line: some move turns it into a straight
/// four, makes no five and is allowed.
fn is_three(grid: &mut Grid, point: Point, line: (i32, i32), depth: usize) -> bool {
    [-3, -2, -1, 1, 2, 3].into_iter().map(|steps| along(point, line, steps)).any(|helper| {
        grid.at(helper) == Cell::Empty
            && grid.with_stone(helper, Cell::Black, |grid| {
                is_straight_four(grid, point, helper, line) && !makes_five(grid, helper)
            })
            && (depth == 0 || foul_to_depth(grid, helper, depth - 1).is_none())
    })
}

/// Whether two stones stand in one unbroken row of four that a stone at either end completes to exactly five.
fn is_straight_four(grid: &mut Grid, a: Point, b: Point, line: (i32, i32)) -> bool {
    let row = grid.row(a, line);
    row.len() == 4
        && row.contains(&b)
        && Grid::ends(&row, line)
            .into_iter()
            .all(|end| grid.at(end) == Cell::Empty && completes_five(grid, end, line))
}
