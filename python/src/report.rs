//! Results of the library as Python dictionaries, in the form of the library's JSON: the one place that a new
//! form changes.

use pyo3::prelude::*;
use rustgomo::report::Versioned;
use serde::Serialize;

use crate::errors::error;

/// A report as dictionaries, lists, numbers and texts.
pub(crate) fn to_dict(py: Python<'_>, report: impl Serialize) -> PyResult<Bound<'_, PyAny>> {
    let text = serde_json::to_string(&Versioned::new(report)).map_err(error)?;
    py.import("json")?.call_method1("loads", (text,))
}
