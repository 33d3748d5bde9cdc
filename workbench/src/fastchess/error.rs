//! Errors of command lines.

use thiserror::Error;

/// An invalid command line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CommandError {
    /// A word where an option was expected.
    #[error("expected an option such as -engine, found {found:?}")]
    NoOption {
        /// The word.
        found: String,
    },
    /// An unsupported option.
    #[error("expected an option that OpenBench's workers use, found -{option}")]
    Unknown {
        /// Its name.
        option: String,
    },
    /// An invalid value.
    #[error("expected {expected} behind -{option}, found {found:?}")]
    Value {
        /// The option's name.
        option: &'static str,
        /// Values that it accepts.
        expected: &'static str,
        /// The words found.
        found: String,
    },
    /// A missing required option.
    #[error("expected {expected}, found none")]
    Missing {
        /// What it is.
        expected: &'static str,
    },
    /// More or fewer than two engines.
    #[error("expected two engines, found {found}")]
    Engines {
        /// Number of engines.
        found: usize,
    },
    /// Two engines with one name.
    #[error("expected different names of the engines, found {name:?} twice")]
    SameName {
        /// The name.
        name: String,
    },
}
