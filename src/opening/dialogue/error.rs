//! Errors of dialogues.

use thiserror::Error;

/// Why a dialogue cannot begin or go on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DialogueError {
    /// An unknown opening rule.
    #[error(
        "expected swap, swap2, rif, yamaguchi, soosorv8, taraguchi10, supertaraguchi10 or tarannikov, found {found:?}"
    )]
    Rule {
        /// The text.
        found: String,
    },
    /// A board without room for the opening rule.
    #[error("expected a board of at least {min}x{min} for {rule}, found {found}")]
    SmallBoard {
        /// The smallest side.
        min: u8,
        /// The name of the opening rule.
        rule: &'static str,
        /// The size of the board.
        found: String,
    },
    /// A choice that the player does not have.
    #[error("choice {number}: expected {expected}, found {found}")]
    Choice {
        /// Its number in the dialogue, from 1.
        number: usize,
        /// The choices.
        expected: String,
        /// What was chosen.
        found: String,
    },
}
