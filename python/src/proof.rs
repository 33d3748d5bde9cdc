//! Proofs of forced wins.

use pyo3::prelude::*;
use rustgomo::Rule;
use rustgomo::report::{ProofReport, Turn};
use rustgomo::threat::prove::{MAX_POSITIONS, ProofLimits};
use rustgomo::threat::vct::Win;

use crate::board::{Board, position};
use crate::convert::Move;
use crate::report::to_dict;
use crate::stop::{Stop, Work, duration};

/// Proves a win of the side to move by fours, or by threes and fours, and replays it against every legal
/// reply. `None` if none was found within the limits, which says nothing about the position, or if the game
/// is over.
///
/// `work` is reproducible, about a microsecond a unit; `seconds` and `stop` end the search earlier.
///
/// >>> proof = prove(Board(moves="h8 a1 i8 a3 j8 a5"))
/// >>> proof.line[0] == proof.attack
/// True
#[pyfunction]
#[pyo3(signature = (board, *, work = 1_000_000, seconds = None, stop = None))]
pub fn prove(
    py: Python<'_>,
    board: &Bound<'_, Board>,
    work: u32,
    seconds: Option<f64>,
    stop: Option<&Stop>,
) -> PyResult<Option<Proof>> {
    let time = seconds.map(duration).transpose()?;
    let (board, rule) = position(board)?;
    let win = Work::new(stop).run(py, time, |handle| {
        let limits = ProofLimits { work, nodes: MAX_POSITIONS, stop: handle };
        rustgomo::Analyst::new(0).prove(&board, rule, &limits)
    })?;
    Ok(win.map(|win| Proof { win, board, rule }))
}

/// A forced win with an answer to every reply.
#[pyclass(frozen, module = "rustgomo")]
pub struct Proof {
    win: Win,
    board: rustgomo::Board,
    rule: Rule,
}

impl Proof {
    fn report(&self) -> ProofReport {
        ProofReport::new(&self.win, &self.board, self.rule, Turn::Winner)
    }
}

#[pymethods]
impl Proof {
    /// The winning move.
    #[getter]
    fn attack(&self) -> Move {
        Move::new(self.win.attack(), self.board.size())
    }

    /// The longest line: attack, reply, attack, … It may end with an open four, which no reply stops.
    #[getter]
    fn line(&self) -> Vec<Move> {
        Move::all(self.win.line(), self.board.size())
    }

    /// Upper bound of the plies to the five.
    #[getter]
    fn plies(&self) -> usize {
        self.report().plies
    }

    /// The proof in the form of the library's JSON; `proof` is the tree: `attack`, what it `makes`, and
    /// `replies`, a list of pairs of a reply and the tree behind it.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_dict(py, self.report())
    }

    fn __repr__(&self) -> String {
        format!("<Proof {} wins within {} plies>", self.attack().name(), self.plies())
    }
}
