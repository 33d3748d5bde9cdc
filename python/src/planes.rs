//! Boards as arrays for learners, which are written in place.

use numpy::{PyReadwriteArrayDyn, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;
use rustgomo::pattern::Attack;
use rustgomo::{BoardSize, Color, Position};

use crate::convert::square_index;
use crate::errors::error;

/// A NumPy array to be filled, in C order.
pub enum Plane<'py> {
    Bytes(PyReadwriteArrayDyn<'py, u8>),
    Bools(PyReadwriteArrayDyn<'py, bool>),
    Floats(PyReadwriteArrayDyn<'py, f32>),
}

impl<'py> FromPyObject<'_, 'py> for Plane<'py> {
    type Error = PyErr;

    fn extract(array: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        // The conversions would panic without it.
        array.py().import("numpy")?;
        let bytes = || array.extract().map(Self::Bytes);
        let bools = || array.extract().map(Self::Bools);
        let floats = || array.extract().map(Self::Floats);
        bytes().or_else(|_: PyErr| bools()).or_else(|_: PyErr| floats()).map_err(|_: PyErr| {
            let found = match array.cast::<PyUntypedArray>() {
                Ok(array) => format!("one of {} that may be read only", array.dtype()),
                Err(_) => array.get_type().to_string(),
            };
            error(format_args!("expected a writable array of uint8, bool or float32, found {found}"))
        })
    }
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
        return Err(error("expected an array in C order"));
    }
    if !fits || array.len() != expected {
        let shape = array.shape();
        return Err(error(format_args!(
            "expected {expected} elements, whole boards of {size} along the last axes, found {shape:?}"
        )));
    }
    array.as_slice_mut().map_err(|_| error("expected an array in C order"))
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
pub(crate) fn write_planes(
    out: &mut Plane<'_>,
    size: BoardSize,
    boards: &[&rustgomo::Board],
) -> PyResult<()> {
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
pub(crate) fn write_legal(out: &mut Plane<'_>, size: BoardSize, boards: &[Judged<'_>]) -> PyResult<()> {
    let count = size.area() * boards.len();
    match out {
        Plane::Bytes(array) => fill_legal(cells(array, size, count)?, boards, 0, 1),
        Plane::Bools(array) => fill_legal(cells(array, size, count)?, boards, false, true),
        Plane::Floats(array) => fill_legal(cells(array, size, count)?, boards, 0.0, 1.0),
    }
    Ok(())
}
