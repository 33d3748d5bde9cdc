//! Results of the library as Python dictionaries, in the form of the library's JSON: the one place that a new form changes.

use pyo3::prelude::*;
use serde::Serialize;

use crate::errors::error;

/// A value as dictionaries, lists, numbers and texts.
pub(crate) fn to_dict<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(value).map_err(error)?;
    py.import("json")?.call_method1("loads", (text,))
}
