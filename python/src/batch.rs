//! Many boards at once.

use numpy::{PyReadonlyArray1, PyReadwriteArray1, PyUntypedArrayMethods};
use pyo3::prelude::*;
use rustgomo::rules::move_wins;
use rustgomo::{Color, Position, Rule};

use crate::board::Board;
use crate::convert::{Move, board_size, square_at, to_rule};
use crate::errors::{IllegalMove, error};
use crate::planes::{Plane, write_legal, write_planes};

/// Most boards of a batch.
const MAX_COUNT: usize = 100_000;

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
            return Err(error(format_args!("expected at most {MAX_COUNT} boards, found {count}")));
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
            error(format_args!("expected a board below {count}, found {index}"))
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
            return Err(error(format_args!("expected arrays of {count} elements, found {found:?}")));
        }
        let in_order = |_| error("expected arrays in C order");
        let actions = actions.as_slice().map_err(|_| error("expected arrays in C order"))?;
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
        write_planes(&mut out, self.start.size(), &boards)
    }

    /// Writes the legal moves of each board, as `Board.write_legal`.
    fn write_legal(&self, mut out: Plane<'_>) -> PyResult<()> {
        let boards: Vec<_> = self.seats.iter().map(|seat| (seat.current(), seat.position.as_ref())).collect();
        write_legal(&mut out, self.start.size(), &boards)
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
