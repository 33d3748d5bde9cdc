//! Scores.

use pyo3::prelude::*;
use rustgomo::eval;

use crate::convert::formatted;
use crate::errors::error;

/// A score for the side to move: an estimate in centi-units, or the plies to a win or a loss.
///
/// Scores can be compared and negated; `str()` gives `35`, `+M5` or `-M4`, and `int()` the centi-units.
#[pyclass(frozen, eq, ord, hash, module = "rustgomo")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub(crate) eval::Score);

#[pymethods]
impl Score {
    #[new]
    pub(crate) fn new(centi: i16) -> PyResult<Self> {
        let expected = || error(format_args!("expected centi-units of a score, found {centi}"));
        eval::Score::stored(centi).map(Self).ok_or_else(expected)
    }

    /// Centi-units; wins and losses lie beyond ±28,976.
    #[getter]
    fn centi(&self) -> i16 {
        self.0.centi()
    }

    /// Plies to the win of the side to move, if that is proved.
    #[getter]
    fn win_in(&self) -> Option<usize> {
        self.0.plies_to_win()
    }

    /// Plies to its loss, if that is proved.
    #[getter]
    fn loss_in(&self) -> Option<usize> {
        self.0.plies_to_loss()
    }

    /// Expected points of the side to move, from 0 to 1.
    #[getter]
    fn win_rate(&self) -> f64 {
        self.0.win_rate()
    }

    fn __neg__(&self) -> Self {
        Self(-self.0)
    }

    fn __int__(&self) -> i16 {
        self.centi()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __format__<'py>(&self, py: Python<'py>, spec: &str) -> PyResult<Bound<'py, PyAny>> {
        formatted(py, &self.0.to_string(), spec)
    }

    fn __repr__(&self) -> String {
        format!("Score({})", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (i16,)) {
        (py.get_type::<Self>().into_any(), (self.centi(),))
    }
}

/// The score of a move of a record, if it is one.
pub(crate) fn checked_score(centi: Option<i16>) -> PyResult<Option<i16>> {
    centi.map(Score::new).transpose()?;
    Ok(centi)
}
