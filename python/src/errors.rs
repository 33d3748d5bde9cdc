//! Exceptions with the library's words.

use std::ffi::CString;
use std::fmt::Display;
use std::path::Path;

use pyo3::exceptions::{PyFileNotFoundError, PyOSError, PyUserWarning, PyValueError};
use pyo3::{PyErr, PyResult, PyTypeInfo, Python, create_exception};

create_exception!(
    rustgomo,
    Error,
    PyValueError,
    "Input that RustGomo cannot use. All its errors are of this class."
);
create_exception!(rustgomo, IllegalMove, Error, "A move that is not on a free square of the board.");
create_exception!(rustgomo, RecordError, Error, "A game record that cannot be read or written.");
create_exception!(rustgomo, DatabaseError, Error, "A database that cannot be opened, read or written.");
create_exception!(
    rustgomo,
    RecordWarning,
    PyUserWarning,
    "What was left out of a game record or read otherwise than it says."
);

/// Warns of what happened to records.
pub(crate) fn warn(py: Python<'_>, text: &str) -> PyResult<()> {
    let text = CString::new(text.replace('\0', " ")).unwrap_or_default();
    PyErr::warn(py, RecordWarning::type_object(py).as_any(), &text, 1)
}

/// An error of the library's words.
pub(crate) fn error(error: impl Display) -> PyErr {
    Error::new_err(error.to_string())
}

/// A move that cannot be played.
pub(crate) fn illegal(name: &str, error: impl Display) -> PyErr {
    IllegalMove::new_err(format!("{name}: {error}"))
}

/// A record that cannot be read or written.
pub(crate) fn record(error: impl Display) -> PyErr {
    RecordError::new_err(error.to_string())
}

/// A database that fails.
pub(crate) fn database(error: impl Display) -> PyErr {
    DatabaseError::new_err(error.to_string())
}

/// A file that the system refuses, with its name.
pub(crate) fn file(path: &Path) -> impl Fn(std::io::Error) -> PyErr {
    move |error| {
        let text = format!("{}: {error}", path.display());
        match error.kind() {
            std::io::ErrorKind::NotFound => PyFileNotFoundError::new_err(text),
            _ => PyOSError::new_err(text),
        }
    }
}
