//! Values that several tools take.

use crate::geometry::BoardSize;
use crate::rules::Rule;

/// A rule by its name.
pub(super) fn rule(text: &str) -> Result<Rule, String> {
    let found = Rule::ALL.into_iter().find(|rule| rule.name().eq_ignore_ascii_case(text));
    found.ok_or_else(|| format!("expected one of {}", Rule::ALL.map(Rule::name).join(", ")))
}

/// A size such as `15` or `20x15`.
pub(super) fn size(text: &str) -> Result<BoardSize, String> {
    let (width, height) = text.split_once('x').unwrap_or((text, text));
    let number =
        |side: &str| side.parse::<i64>().map_err(|_| "expected a size such as 15 or 20x15".to_owned());
    BoardSize::new(number(width)?, number(height)?).map_err(|error| error.to_string())
}

/// A number from 1.
pub(super) fn positive(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| "expected a number from 1".to_owned())
}

/// A share from 0 to 1.
pub(super) fn share(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}
