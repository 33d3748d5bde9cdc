//! Many boards at once, and arrays for learners, which are written in place.

use numpy::{PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rustgomo::pattern::Attack;
use rustgomo::rules::move_wins;
use rustgomo::{BoardSize, Color, Position, Rule};

use crate::board::Board;
use crate::convert::{Move, board_size, square_at, square_index, to_rule};
use crate::errors::IllegalMove;

/// Most boards of a batch.
const MAX_COUNT: usize = 100_000;

/// A NumPy array to be filled, in C order.
#[derive(FromPyObject)]
pub enum Plane<'py> {
    Bytes(PyReadwriteArrayDyn<'py, u8>),
    Bools(PyReadwriteArrayDyn<'py, bool>),
    Floats(PyReadwriteArrayDyn<'py, f32>),
}

/// The elements of an array whose last axes, or last axis, are whole boards.
fn cells<'a, T: numpy::Element>(
    array: &'a mut PyReadwriteArrayDyn<'_, T>,
    size: BoardSize,
    expected: usize,
) -> PyResult<&'a mut [T]> {
    let (width, height) = (usize::from(size.width()), usize::from(size.height()));
    let fits = match *array.shape() {
        [.., rows, columns] if (rows, columns) == (height, width) => true,
        [.., last] => last % size.area() == 0,
        [] => false,
    };
    if !array.is_c_contiguous() {
        return Err(PyValueError::new_err("expected an array in C order"));
    }
    if !fits || array.len() != expected {
        let shape = array.shape();
        let text = format!(
            "expected {expected} elements, whole boards of {size} along the last axes, found {shape:?}"
        );
        return Err(PyValueError::new_err(text));
    }
    array.as_slice_mut().map_err(|_| PyValueError::new_err("expected an array in C order"))
}

fn fill_planes<T: Copy>(cells: &mut [T], boards: &[&rustgomo::Board], none: T, one: T) {
    let area = boards.first().map_or(1, |board| board.size().area());
    cells.fill(none);
    for (cells, board) in cells.chunks_exact_mut(2 * area).zip(boards) {
        let own = board.side_to_move();
        for (plane, color) in cells.chunks_exact_mut(area).zip([own, own.opponent()]) {
            for square in board.stones(color) {
                plane[square_index(square, board.size())] = one;
            }
        }
    }
}

/// Writes the stones of the side to move and of the other.
pub(crate) fn write_planes(out: &mut Plane<'_>, boards: &[&rustgomo::Board]) -> PyResult<()> {
    let size = boards.first().map_or_else(BoardSize::default, |board| board.size());
    let count = 2 * size.area() * boards.len();
    match out {
        Plane::Bytes(array) => fill_planes(cells(array, size, count)?, boards, 0, 1),
        Plane::Bools(array) => fill_planes(cells(array, size, count)?, boards, false, true),
        Plane::Floats(array) => fill_planes(cells(array, size, count)?, boards, 0.0, 1.0),
    }
    Ok(())
}

/// A board, and its position where moves can be forbidden.
type Judged<'a> = (&'a rustgomo::Board, Option<&'a Position>);

fn fill_legal<T: Copy>(cells: &mut [T], boards: &[Judged<'_>], none: T, one: T) {
    let Some(size) = boards.first().map(|(board, _)| board.size()) else { return };
    let all = size.all();
    cells.fill(one);
    for (cells, (board, position)) in cells.chunks_exact_mut(size.area()).zip(boards) {
        for square in &(!*board.empty() & all) {
            cells[square_index(square, size)] = none;
        }
        let Some(position) = position.filter(|position| position.rule().is_restricted(board.side_to_move()))
        else {
            continue;
        };
        for square in position.attacks(Color::Black, Attack::MaybeForbidden) {
            if !position.is_legal(square) {
                cells[square_index(square, size)] = none;
            }
        }
    }
}

/// Writes the legal moves of the side to move.
pub(crate) fn write_legal(out: &mut Plane<'_>, boards: &[Judged<'_>]) -> PyResult<()> {
    let size = boards.first().map_or_else(BoardSize::default, |(board, _)| board.size());
    let count = size.area() * boards.len();
    match out {
        Plane::Bytes(array) => fill_legal(cells(array, size, count)?, boards, 0, 1),
        Plane::Bools(array) => fill_legal(cells(array, size, count)?, boards, false, true),
        Plane::Floats(array) => fill_legal(cells(array, size, count)?, boards, 0.0, 1.0),
    }
    Ok(())
}

/// A board of a batch.
struct Seat {
    board: rustgomo::Board,
    /// Under renju the patterns, which tell most legal squares at a glance.
    position: Option<Position>,
    is_over: bool,
}

impl Seat {
    fn new(board: &rustgomo::Board, rule: Rule) -> Self {
        let position = rule.is_restricted(Color::Black).then(|| Position::new(board, rule));
        Self { board: board.clone(), position, is_over: false }
    }

    fn current(&self) -> &rustgomo::Board {
        self.position.as_ref().map_or(&self.board, Position::board)
    }
}

/// Many boards of one size and rule that are stepped together; `rustgomo.arrays.Boards` holds their arrays.
#[pyclass(module = "rustgomo")]
pub struct Batch {
    start: rustgomo::Board,
    rule: Rule,
    seats: Vec<Seat>,
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (count, size = None, rule = "freestyle"))]
    fn new(count: usize, size: Option<&Bound<'_, PyAny>>, rule: &str) -> PyResult<Self> {
        if count > MAX_COUNT {
            return Err(PyValueError::new_err(format!("expected at most {MAX_COUNT} boards, found {count}")));
        }
        let (start, rule) = (rustgomo::Board::new(board_size(size)?), to_rule(rule)?);
        let seats = (0..count).map(|_| Seat::new(&start, rule)).collect();
        Ok(Self { start, rule, seats })
    }

    fn __len__(&self) -> usize {
        self.seats.len()
    }

    /// A copy of one board.
    fn board(&self, index: usize) -> PyResult<Board> {
        let seat = self.seats.get(index).ok_or_else(|| {
            let count = self.seats.len();
            PyValueError::new_err(format!("expected a board below {count}, found {index}"))
        })?;
        Ok(Board::from_parts(seat.current().clone(), self.rule))
    }

    /// Plays one move on each board, given by the numbers of their squares, and writes the reward of its
    /// player (1 for a win, -1 for a forbidden move, else 0) and whether that ended the game. If `renew` is
    /// set the board then begins anew, else the numbers of the next moves on it are ignored.
    ///
    /// Raises `IllegalMove` if a square is off the board or not free; then no board has changed.
    #[pyo3(signature = (actions, rewards, ended, renew = true))]
    fn step(
        &mut self,
        actions: PyReadonlyArray1<'_, i64>,
        mut rewards: PyReadwriteArray1<'_, f32>,
        mut ended: PyReadwriteArray1<'_, bool>,
        renew: bool,
    ) -> PyResult<()> {
        let count = self.seats.len();
        let found = [actions.len(), rewards.len(), ended.len()];
        if found != [count; 3] {
            return Err(PyValueError::new_err(format!(
                "expected arrays of {count} elements, found {found:?}"
            )));
        }
        let in_order = |_| PyValueError::new_err("expected arrays in C order");
        let actions = actions.as_slice().map_err(|_| PyValueError::new_err("expected arrays in C order"))?;
        let rewards = rewards.as_slice_mut().map_err(in_order)?;
        let ended = ended.as_slice_mut().map_err(in_order)?;
        let size = self.start.size();
        for (index, (seat, action)) in self.seats.iter().zip(actions).enumerate() {
            let square = square_at(*action, size);
            let is_free = seat.is_over || square.is_some_and(|square| seat.current().is_empty(square));
            if !is_free {
                let found =
                    square.map_or_else(|| action.to_string(), |square| Move::new(square, size).name());
                return Err(IllegalMove::new_err(format!(
                    "board {index}: expected a free square, found {found}"
                )));
            }
        }
        for (index, (seat, action)) in self.seats.iter_mut().zip(actions).enumerate() {
            let reward = match square_at(*action, size) {
                Some(square) if !seat.is_over => play(seat, self.rule, square),
                _ => 0.0,
            };
            rewards[index] = reward;
            ended[index] = seat.is_over;
            if seat.is_over && renew {
                *seat = Seat::new(&self.start, self.rule);
            }
        }
        Ok(())
    }

    /// Begins all games anew.
    fn reset(&mut self) {
        for seat in &mut self.seats {
            *seat = Seat::new(&self.start, self.rule);
        }
    }

    /// Writes two planes for each board, as `Board.write_planes`.
    fn write_planes(&self, mut out: Plane<'_>) -> PyResult<()> {
        let boards: Vec<_> = self.seats.iter().map(Seat::current).collect();
        write_planes(&mut out, &boards)
    }

    /// Writes the legal moves of each board, as `Board.write_legal`.
    fn write_legal(&self, mut out: Plane<'_>) -> PyResult<()> {
        let boards: Vec<_> = self.seats.iter().map(|seat| (seat.current(), seat.position.as_ref())).collect();
        write_legal(&mut out, &boards)
    }
}

/// Plays a move on a free square. Returns the reward of its player.
fn play(seat: &mut Seat, rule: Rule, square: rustgomo::Square) -> f32 {
    let board = seat.current();
    let side = board.side_to_move();
    let is_win = move_wins(board, rule, side, square);
    let is_foul =
        !is_win && seat.position.as_ref().is_some_and(|position| position.is_forbidden(square, side));
    seat.is_over = is_win || is_foul || board.empty_count() == 1;
    match &mut seat.position {
        Some(position) => position.play(square),
        // The square is free.
        None => drop(seat.board.play(square)),
    }
    if is_win {
        1.0
    } else if is_foul {
        -1.0
    } else {
        0.0
    }
}
