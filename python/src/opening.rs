//! Opening rules.

use pyo3::prelude::*;
use rustgomo::opening::{self, OpeningRule};

use crate::board::Board;
use crate::convert::{Move, board_size, to_color, to_rule};
use crate::errors::error;

/// An opening in the making under an opening rule: `swap`, `swap2`, `rif`, `yamaguchi`, `soosorv8`,
/// `taraguchi10`, `supertaraguchi10` or `tarannikov`.
///
/// >>> opening = Dialogue("swap2", choices="h8 i9 h10")
/// >>> opening.question, opening.decider
/// ('swap, stay or more', 'second')
/// >>> opening.choose("swap")
/// >>> opening.question is None, opening.player("white")
/// (True, 'first')
#[pyclass(module = "rustgomo")]
pub struct Dialogue(opening::Dialogue);

impl Dialogue {
    pub(crate) const fn inner(&self) -> &opening::Dialogue {
        &self.0
    }
}

#[pymethods]
impl Dialogue {
    #[new]
    #[pyo3(signature = (rule, size = None, choices = ""))]
    fn new(rule: &str, size: Option<&Bound<'_, PyAny>>, choices: &str) -> PyResult<Self> {
        let rule: OpeningRule = rule.parse().map_err(error)?;
        opening::Dialogue::replay(rule, board_size(size)?, choices).map(Self).map_err(error)
    }

    /// The name of the opening rule.
    #[getter]
    fn rule(&self) -> &'static str {
        self.0.rule().name()
    }

    /// What is asked next, in words; `None` if the opening is complete.
    #[getter]
    fn question(&self) -> Option<String> {
        self.0.question().map(|question| question.to_string())
    }

    /// Who answers it, `first` or `second`: the player who put the first stone, or the other.
    #[getter]
    fn decider(&self) -> &'static str {
        self.0.decider().name()
    }

    /// Who has a colour now, and in the game once the opening is complete.
    fn player(&self, color: &str) -> PyResult<&'static str> {
        Ok(self.0.player(to_color(color)?).name())
    }

    /// The squares that answer the question; none if it is not about squares.
    #[getter]
    fn squares(&self) -> Vec<Move> {
        Move::all(self.0.squares().iter(), self.0.board().size())
    }

    /// The fifth moves on offer.
    #[getter]
    fn offers(&self) -> Vec<Move> {
        Move::all(self.0.offers().iter().copied(), self.0.board().size())
    }

    /// All choices so far, as `choices` of a new dialogue.
    #[getter]
    fn choices(&self) -> String {
        self.0.transcript()
    }

    /// Answers the question with one choice or several with blanks between: `swap`, `stay`, `more`, a number,
    /// or a square.
    ///
    /// Raises `Error` if the player does not have the choice; then nothing has changed.
    fn choose(&mut self, choices: &str) -> PyResult<()> {
        let all = format!("{} {choices}", self.0.transcript());
        self.0 = opening::Dialogue::replay(self.0.rule(), self.0.board().size(), &all).map_err(error)?;
        Ok(())
    }

    /// The position, to be played on under a rule.
    #[pyo3(signature = (rule = "freestyle"))]
    fn board(&self, rule: &str) -> PyResult<Board> {
        Ok(Board::from_parts(self.0.board().clone(), to_rule(rule)?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (&'static str, (u8, u8), String)) {
        let size = self.0.board().size();
        let kept = (self.rule(), (size.width(), size.height()), self.choices());
        (py.get_type::<Self>().into_any(), kept)
    }

    fn __repr__(&self) -> String {
        format!("<Dialogue {} {}>", self.0.rule().name(), self.0.transcript())
    }
}
