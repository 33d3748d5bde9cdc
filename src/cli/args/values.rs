//! Values that several tools take.

use crate::geometry::{BoardSize, SizeTextError};
use crate::rules::{Rule, RuleError};

/// A rule by its name.
pub(super) fn rule(text: &str) -> Result<Rule, String> {
    text.parse().map_err(|error: RuleError| error.to_string())
}

/// A size such as `15` or `20x15`.
pub(super) fn size(text: &str) -> Result<BoardSize, String> {
    text.parse().map_err(|error: SizeTextError| error.to_string())
}
