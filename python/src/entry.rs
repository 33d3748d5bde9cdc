//! What a database knows of a position.

use pyo3::prelude::*;
use rustgomo::BoardSize;
use rustgomo::database::{self, Bound as ValueBound, Label, MAX_DEPTH};
use rustgomo::eval::Score as Value;
use rustgomo::geometry::MAX_SIDE;

use crate::errors::error;
use crate::score::Score;

/// What `pickle` keeps of an entry; of a text column, row and itself.
type Kept = (i16, i16, &'static str, Option<char>, String, Vec<(u8, u8, String)>);

/// What a database knows of a position.
///
/// `value` is a `Score` for the side to move, `bound` says how it relates to the true one: `exact`, `lower`,
/// `upper` or `none`. `label` is a character for the player who made the last move: `w` wins, `l` loses, `d`
/// draws, `!` is to be played, `x` is excluded; `None` without one.
#[pyclass(module = "rustgomo")]
#[derive(Clone)]
pub struct Entry(pub(crate) database::Entry);

#[pymethods]
impl Entry {
    #[new]
    #[pyo3(signature = (value = None, depth = 0, bound = None, label = None, comment = ""))]
    fn new(
        value: Option<&Score>,
        depth: i64,
        bound: Option<&str>,
        label: Option<char>,
        comment: &str,
    ) -> PyResult<Self> {
        let mut entry = Self(database::Entry { comment: comment.to_owned(), ..Default::default() });
        entry.set_depth(depth)?;
        if let Some(value) = value {
            (entry.0.value, entry.0.bound) = (value.0, ValueBound::Exact);
        }
        if let Some(bound) = bound {
            entry.set_bound(bound)?;
        }
        entry.set_label(label)?;
        Ok(entry)
    }

    /// The value for the side to move.
    #[getter]
    fn value(&self) -> Score {
        Score(self.0.value)
    }

    #[setter]
    fn set_value(&mut self, value: &Score) {
        self.0.value = value.0;
    }

    /// The value that holds for the side to move, of the label or exact; `None` if none is known.
    #[getter]
    fn known_value(&self) -> Option<Score> {
        self.0.known_value().map(|(value, _): (Value, u32)| Score(value))
    }

    /// Search depth of the value in plies, at most 8,191.
    #[getter]
    fn depth(&self) -> i16 {
        self.0.depth
    }

    #[setter]
    fn set_depth(&mut self, depth: i64) -> PyResult<()> {
        let fitting = i16::try_from(depth).ok().filter(|depth| (0..=MAX_DEPTH).contains(depth));
        self.0.depth = fitting
            .ok_or_else(|| error(format_args!("expected a depth from 0 to {MAX_DEPTH}, found {depth}")))?;
        Ok(())
    }

    /// How the value relates to the true one.
    #[getter]
    fn bound(&self) -> &'static str {
        self.0.bound.name()
    }

    #[setter]
    fn set_bound(&mut self, name: &str) -> PyResult<()> {
        self.0.bound = ValueBound::ALL.into_iter().find(|bound| bound.name() == name).ok_or_else(|| {
            error(format_args!("expected one of none, upper, lower and exact, found {name:?}"))
        })?;
        Ok(())
    }

    /// The label.
    #[getter]
    fn label(&self) -> Option<char> {
        self.0.label.character()
    }

    #[setter]
    fn set_label(&mut self, label: Option<char>) -> PyResult<()> {
        let Some(mark) = label else {
            self.0.label = Label::NONE;
            return Ok(());
        };
        let read = Label::from_code(i64::from(u32::from(mark)));
        if read.character() != label {
            return Err(error(format_args!("expected a printable ASCII character, found {mark:?}")));
        }
        self.0.label = read;
        Ok(())
    }

    /// The comment.
    #[getter]
    fn comment(&self) -> &str {
        &self.0.comment
    }

    #[setter]
    fn set_comment(&mut self, comment: &str) {
        comment.clone_into(&mut self.0.comment);
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        other.cast::<Self>().map_or(Ok(false), |other| Ok(other.try_borrow()?.0 == self.0))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Kept)> {
        let texts = self.0.texts.iter().map(|(square, text)| (square.x(), square.y(), text.clone()));
        let kept = (
            self.0.value.centi(),
            self.0.depth,
            self.0.bound.name(),
            self.0.label.character(),
            self.0.comment.clone(),
            texts.collect(),
        );
        Ok((py.get_type::<Self>().getattr("_restore")?, kept))
    }

    /// The entry that `pickle` kept.
    #[staticmethod]
    fn _restore(
        centi: i16,
        depth: i16,
        bound: &str,
        label: Option<char>,
        comment: &str,
        texts: Vec<(u8, u8, String)>,
    ) -> PyResult<Self> {
        let mut entry = Self::new(Some(&Score::new(centi)?), 0, Some(bound), label, comment)?;
        // Files of other programs may have given negative depths.
        entry.0.depth = depth;
        let largest = BoardSize::new(MAX_SIDE.into(), MAX_SIDE.into()).map_err(error)?;
        for (x, y, text) in texts {
            let square = largest.square(x.into(), y.into()).ok_or_else(|| error("expected a square"))?;
            entry.0.set_text(square, &text);
        }
        Ok(entry)
    }

    fn __repr__(&self) -> String {
        let database::Entry { value, depth, bound, .. } = &self.0;
        let label = self.label().map(|label| format!(" label {label}")).unwrap_or_default();
        format!("<Entry {value} {} depth {depth}{label}>", bound.name())
    }
}
