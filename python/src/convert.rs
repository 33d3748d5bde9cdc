//! Python values as squares, sizes and rules, and back.

use std::str::FromStr;

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use rustgomo::board::{parse_square, square_name, square_range};
use rustgomo::{BoardSize, Color, Rule, Square};

use crate::errors::{IllegalMove, error};

/// A square of a board, as a move or a place.
///
/// It equals its name, so that `"h8"` may stand for it everywhere. `x` and `y` are column and row from the
/// top left, from 0; `index` counts the squares row by row, as arrays do.
///
/// >>> move = Move("h8")
/// >>> move.x, move.y, move.index
/// (7, 7, 112)
/// >>> move == "h8"
/// True
#[pyclass(frozen, module = "rustgomo", from_py_object)]
#[derive(Clone)]
pub struct Move {
    square: Square,
    size: BoardSize,
}

impl Move {
    pub(crate) const fn new(square: Square, size: BoardSize) -> Self {
        Self { square, size }
    }

    /// Several squares of a board.
    pub(crate) fn all(squares: impl IntoIterator<Item = Square>, size: BoardSize) -> Vec<Self> {
        squares.into_iter().map(|square| Self::new(square, size)).collect()
    }
}

#[pymethods]
impl Move {
    #[new]
    #[pyo3(signature = (square, size = None))]
    fn py_new(square: &Bound<'_, PyAny>, size: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let size = board_size(size)?;
        Ok(Self::new(to_square(square, size)?, size))
    }

    /// Column from the left, from 0.
    #[getter]
    fn x(&self) -> u8 {
        self.square.x()
    }

    /// Row from the top, from 0.
    #[getter]
    fn y(&self) -> u8 {
        self.square.y()
    }

    /// Number of the square row by row from the top left, from 0.
    #[getter]
    fn index(&self) -> usize {
        square_index(self.square, self.size)
    }

    /// The name, such as `h8`; `a1` is at the bottom left.
    #[getter]
    pub(crate) fn name(&self) -> String {
        square_name(self.square, self.size)
    }

    fn __str__(&self) -> String {
        self.name()
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.name())
    }

    fn __format__<'py>(&self, py: Python<'py>, spec: &str) -> PyResult<Bound<'py, PyAny>> {
        formatted(py, &self.name(), spec)
    }

    fn __index__(&self) -> usize {
        self.index()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        match (other.cast::<Self>(), other.cast::<PyString>()) {
            (Ok(other), _) => other.get().name() == self.name(),
            (_, Ok(name)) => name.to_str().is_ok_and(|name| name == self.name()),
            _ => false,
        }
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.name()).hash()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, (u8, u8)))> {
        Ok((py.get_type::<Self>().into_any(), (self.name(), (self.size.width(), self.size.height()))))
    }
}

/// A text as `format` writes it.
pub(crate) fn formatted<'py>(py: Python<'py>, text: &str, spec: &str) -> PyResult<Bound<'py, PyAny>> {
    PyString::new(py, text).call_method1("__format__", (spec,))
}

/// Number of a square row by row.
pub(crate) fn square_index(square: Square, size: BoardSize) -> usize {
    usize::from(square.y()) * usize::from(size.width()) + usize::from(square.x())
}

/// The square of this number; `None` off the board.
pub(crate) fn square_at(index: i64, size: BoardSize) -> Option<Square> {
    let width = i64::from(size.width());
    (index >= 0).then(|| size.square(index % width, index / width)).flatten()
}

/// A square given as a [`Move`], a name, column and row, or a number.
pub(crate) fn to_square(value: &Bound<'_, PyAny>, size: BoardSize) -> PyResult<Square> {
    let found = || value.repr().map(|text| text.to_string()).unwrap_or_default();
    let expected = || {
        let range = square_range(size);
        IllegalMove::new_err(format!("expected {range}, found {}", rustgomo::geometry::shortened(&found())))
    };
    if let Ok(name) = value.cast::<PyString>() {
        return parse_square(name.to_str()?, size).map_err(|_| expected());
    }
    if let Ok(place) = value.cast::<Move>() {
        let place = place.get();
        return if place.size == size {
            Ok(place.square)
        } else {
            parse_square(&place.name(), size).map_err(|_| expected())
        };
    }
    if let Ok(pair) = value.cast::<PyTuple>() {
        let place: Option<(i64, i64)> = pair.extract().ok();
        return place.and_then(|(x, y)| size.square(x, y)).ok_or_else(expected);
    }
    let index: i64 = value.extract().map_err(|failure: PyErr| {
        if failure.is_instance_of::<PyOverflowError>(value.py()) {
            return failure;
        }
        PyTypeError::new_err(format!(
            "expected a square as a name such as \"h8\", column and row such as (7, 7), or a number, found {}",
            rustgomo::geometry::shortened(&found())
        ))
    })?;
    square_at(index, size).ok_or_else(expected)
}

/// A board size given as a number, two numbers or a text such as `20x15`; 15×15 if it is left out.
pub(crate) fn board_size(value: Option<&Bound<'_, PyAny>>) -> PyResult<BoardSize> {
    let Some(value) = value else { return Ok(BoardSize::default()) };
    if let Ok(text) = value.cast::<PyString>() {
        return BoardSize::from_str(text.to_str()?).map_err(error);
    }
    let (width, height) = match (value.extract::<i64>(), value.cast::<PyTuple>()) {
        (Ok(side), _) => (side, side),
        (_, Ok(pair)) => pair
            .extract()
            .map_err(|_| error(format_args!("expected a size such as 15 or (20, 15), found {pair}")))?,
        (Err(failure), _) => return Err(failure),
    };
    BoardSize::new(width, height).map_err(error)
}

/// A rule by its name.
pub(crate) fn to_rule(name: &str) -> PyResult<Rule> {
    name.parse().map_err(error)
}

/// A colour by its name.
pub(crate) fn to_color(name: &str) -> PyResult<Color> {
    Color::from_name(name)
        .ok_or_else(|| error(format_args!("expected \"black\" or \"white\", found {name:?}")))
}
