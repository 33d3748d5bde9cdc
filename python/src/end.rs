//! Forbidden squares and ends of games.

use pyo3::prelude::*;
use rustgomo::rules::{find_win, is_forbidden};
use rustgomo::{Color, Rule};

use crate::convert::Move;

/// A forbidden square of black: its kind, `double three`, `double four` or `overline`, and the stones of the rows that make it so.
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
    let size = board.size();
    let win = find_win(board, rule);
    let won_at = win.as_ref().map(|win| win.plies.unwrap_or(0));
    if let Some(ply) = first_foul(board, rule).filter(|&ply| won_at.is_none_or(|won| ply < won)) {
        return Some(End { winner: Some("white"), reason: "forbidden", rows: Vec::new(), ply });
    }
    if let Some(win) = win {
        let rows = win.rows.into_iter().map(|row| Move::all(row.squares, size)).collect();
        let winner = Some(win.winner.name());
        return Some(End { winner, reason: "five", rows, ply: won_at.unwrap_or(0) });
    }
    let is_full = board.empty_count() == 0;
    is_full.then(|| End { winner: None, reason: "full-board", rows: Vec::new(), ply: board.history().len() })
}

/// Number of the first forbidden move of black, from 1.
fn first_foul(board: &rustgomo::Board, rule: Rule) -> Option<usize> {
    if !rule.is_restricted(Color::Black) {
        return None;
    }
    let mut past = board.clone();
    while past.undo().is_some() {}
    for (&played, number) in board.history().iter().zip(1..) {
        let side = past.side_to_move();
        match played {
            Some(square) if is_forbidden(&past, rule, side, square) => return Some(number),
            Some(square) => past.play(square).ok()?,
            None => past.pass(),
        }
    }
    None
}
