//! Winning rows and the state of a game under the five rules.

use std::collections::BTreeSet;

use rustgomo::board::{Board, Cell};

use super::grid::{Grid, LINES, Point};

/// The rules, by the numbers of the Gomocup protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Law {
    /// Rule 0.
    Freestyle,
    /// Rule 1.
    Standard,
    /// Rule 4.
    Renju,
    /// Rule 8.
    Caro,
    /// Rule 9.
    ExactCaro,
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Neither won nor full.
    Open,
    /// Won by the owner of these stones.
    Won(Cell),
    /// Full without a winner.
    Full,
}

const fn opponent(stone: Cell) -> Cell {
    match stone {
        Cell::Black => Cell::White,
        Cell::White => Cell::Black,
        other => other,
    }
}

/// Whether a row of this length wins; it is closed if opposing stones stand at both ends.
const fn row_wins(law: Law, stone: Cell, length: usize, closed: bool) -> bool {
    match (law, stone) {
        (Law::Freestyle, _) | (Law::Renju, Cell::White) => length >= 5,
        (Law::Standard | Law::Renju, _) => length == 5,
        (Law::Caro, _) => length >= 6 || (length == 5 && !closed),
        (Law::ExactCaro, _) => length == 5 && !closed,
    }
}

/// The stones of all winning rows through the stone on a point, row by row from the top left.
pub(crate) fn winning_stones(grid: &Grid, law: Law, point: Point) -> Vec<Point> {
    let stone = grid.at(point);
    let mut stones = BTreeSet::new();
    for line in LINES {
        let row = grid.row(point, line);
        let closed = Grid::ends(&row, line).iter().all(|&end| grid.at(end) == opponent(stone));
        if row_wins(law, stone, row.len(), closed) {
            stones.extend(row.iter().map(|&(x, y)| (y, x)));
        }
    }
    stones.into_iter().map(|(y, x)| (x, y)).collect()
}

/// Whether a stone on an empty point would make a winning row.
pub(crate) fn wins(grid: &mut Grid, law: Law, stone: Cell, point: Point) -> bool {
    grid.with_stone(point, stone, |grid| !winning_stones(grid, law, point).is_empty())
}

/// All winning rows, each as the stone and its points in ascending order.
pub(crate) fn winning_rows(grid: &Grid, law: Law) -> BTreeSet<(char, Vec<Point>)> {
    let mut rows = BTreeSet::new();
    for point in grid.points() {
        let name = match grid.at(point) {
            Cell::Black => 'X',
            Cell::White => 'O',
            _ => continue,
        };
        for line in LINES {
            let mut row = grid.row(point, line);
            let closed = Grid::ends(&row, line).iter().all(|&end| grid.at(end) == opponent(grid.at(point)));
            if row_wins(law, grid.at(point), row.len(), closed) {
                row.sort_unstable();
                rows.insert((name, row));
            }
        }
    }
    rows
}

/// The state of a board. The first winning row counts; of two that were set up, that of the side which is not
/// to move.
pub(crate) fn state(board: &Board, law: Law) -> State {
    let mut set_up = board.clone();
    let mut moves = vec![];
    while let Some(played) = set_up.undo() {
        moves.push(played);
    }
    while moves.last() == Some(&None) {
        set_up.pass();
        moves.pop();
    }
    let mut grid = Grid::from_board(&set_up);
    let mut turn = Cell::stone(set_up.side_to_move());
    let owners: BTreeSet<char> = winning_rows(&grid, law).into_iter().map(|(name, _)| name).collect();
    match owners.into_iter().collect::<Vec<_>>()[..] {
        [] => {}
        ['X'] => return State::Won(Cell::Black),
        ['O'] => return State::Won(Cell::White),
        _ => return State::Won(opponent(turn)),
    }
    for played in moves.into_iter().rev() {
        if let Some(square) = played {
            let point = (i32::from(square.x()), i32::from(square.y()));
            grid.put(point, turn);
            if !winning_stones(&grid, law, point).is_empty() {
                return State::Won(turn);
            }
        }
        turn = opponent(turn);
    }
    let full = grid.points().into_iter().all(|point| grid.at(point) != Cell::Empty);
    if full { State::Full } else { State::Open }
}
