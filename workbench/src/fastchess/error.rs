//! Errors of command lines.

use thiserror::Error;

/// What is wrong with a command line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CommandError {
    /// A word where an option should begin.
    #[error("expected an option such as -engine, found {found:?}")]
    NoOption {
        /// The word.
        found: String,
    },
    /// An option that means nothing here.
    #[error("expected an option that OpenBench's workers use, found -{option}")]
    Unknown {
        /// Its name.
        option: String,
    },
    /// A value that cannot be used.
    #[error("expected {expected} behind -{option}, found {found:?}")]
    Value {
        /// The option's name.
        option: &'static str,
        /// What it takes.
        expected: &'static str,
        /// The words behind it.
        found: String,
    },
    /// Something that every match needs.
    #[error("expected {expected}, found none")]
    Missing {
        /// What it is.
        expected: &'static str,
    },
    /// More or fewer than two engines.
    #[error("expected two engines, found {found}")]
    Engines {
        /// How many.
        found: usize,
    },
    /// Two engines with one name.
    #[error("expected different names of the engines, found {name:?} twice")]
    SameName {
        /// The name.
        name: String,
    },
}
