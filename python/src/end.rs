//! Forbidden squares and ends of games.

use pyo3::prelude::*;
use rustgomo::rules::GameEnd;
use rustgomo::{Color, Rule};

use crate::convert::{Move, to_color};
use crate::errors::error;

/// What `pickle` keeps of a foul: square, kind, rows.
type KeptFoul = (Move, &'static str, Vec<Vec<Move>>);

/// What `pickle` keeps of an end: winner, reason, rows, number of moves.
type KeptEnd = (Option<&'static str>, &'static str, Vec<Vec<Move>>, usize);

/// The name among these that is equal to a text.
fn one_of(names: [&'static str; 3], text: &str) -> PyResult<&'static str> {
    let expected = || error(format_args!("expected one of {}, found {text:?}", names.join(", ")));
    names.into_iter().find(|&name| name == text).ok_or_else(expected)
}

/// A forbidden square of black: its kind, `double three`, `double four` or `overline`, and the stones of the
/// rows that make it so.
#[pyclass(frozen, module = "rustgomo")]
pub struct Foul {
    /// The square.
    #[pyo3(get)]
    pub(crate) square: Move,
    /// The kind.
    #[pyo3(get)]
    pub(crate) kind: &'static str,
    /// The rows, each as the stones that it has already.
    #[pyo3(get)]
    pub(crate) rows: Vec<Vec<Move>>,
}

#[pymethods]
impl Foul {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, KeptFoul)> {
        let kept = (self.square.clone(), self.kind, self.rows.clone());
        Ok((py.get_type::<Self>().getattr("_restore")?, kept))
    }

    /// The square that `pickle` kept.
    #[staticmethod]
    fn _restore(square: Move, kind: &str, rows: Vec<Vec<Move>>) -> PyResult<Self> {
        let kind = one_of(["double three", "double four", "overline"], kind)?;
        Ok(Self { square, kind, rows })
    }

    fn __repr__(&self) -> String {
        format!("<Foul {} {}>", self.square.name(), self.kind)
    }
}

/// The end of a game.
#[pyclass(frozen, module = "rustgomo")]
pub struct End {
    /// The winner, `black` or `white`; `None` for a draw.
    #[pyo3(get)]
    pub(crate) winner: Option<&'static str>,
    /// `five`, `forbidden` or `full-board`.
    #[pyo3(get)]
    reason: &'static str,
    /// The winning rows.
    #[pyo3(get)]
    pub(crate) rows: Vec<Vec<Move>>,
    /// Number of moves and passes up to the one that ended the game; 0 for a row that was set up.
    #[pyo3(get)]
    pub(crate) ply: usize,
}

#[pymethods]
impl End {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, KeptEnd)> {
        let kept = (self.winner, self.reason, self.rows.clone(), self.ply);
        Ok((py.get_type::<Self>().getattr("_restore")?, kept))
    }

    /// The end that `pickle` kept.
    #[staticmethod]
    fn _restore(winner: Option<&str>, reason: &str, rows: Vec<Vec<Move>>, ply: usize) -> PyResult<Self> {
        let winner = winner.map(to_color).transpose()?.map(Color::name);
        Ok(Self { winner, reason: one_of(["five", "forbidden", "full-board"], reason)?, rows, ply })
    }

    fn __repr__(&self) -> String {
        let winner = self.winner.unwrap_or("nobody");
        format!("<End {winner} wins by {} at move {}>", self.reason, self.ply)
    }
}

/// The end of the game on a board: the first winning row, or the first forbidden move of black.
pub(crate) fn end(board: &rustgomo::Board, rule: Rule) -> Option<End> {
    let GameEnd { winner, foul, rows, plies, .. } = GameEnd::of(board, rule)?;
    let reason = match (winner, foul) {
        (_, Some(_)) => "forbidden",
        (Some(_), None) => "five",
        (None, None) => "full-board",
    };
    let rows = rows.into_iter().map(|row| Move::all(row, board.size())).collect();
    Some(End { winner: winner.map(Color::name), reason, rows, ply: plies.unwrap_or(0) })
}
