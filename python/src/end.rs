//! Forbidden squares and ends of games.

use pyo3::prelude::*;
use rustgomo::rules::GameEnd;
use rustgomo::{Color, Rule};

use crate::convert::Move;

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
