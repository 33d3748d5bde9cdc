//! Values that several tools take.

use crate::engine::MAX_THREADS;
use crate::geometry::{BoardSize, SizeTextError};
use crate::rules::{Rule, RuleError};

/// More cores than any machine has.
const MAX_CORES: usize = 1024;

/// A rule by its name.
pub(super) fn rule(text: &str) -> Result<Rule, String> {
    text.parse().map_err(|error: RuleError| error.to_string())
}

/// A size such as `15` or `20x15`.
pub(super) fn size(text: &str) -> Result<BoardSize, String> {
    text.parse().map_err(|error: SizeTextError| error.to_string())
}

/// A number from 1.
pub(super) fn positive(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| "expected a number from 1".to_owned())
}

/// A number of threads that play or judge on their own, 0 for all cores.
pub(super) fn threads(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&number| number <= MAX_CORES);
    number.ok_or_else(|| format!("expected a number from 0 to {MAX_CORES}"))
}

/// So many threads, or all cores for 0.
pub(super) fn cores(threads: usize) -> usize {
    let all = || std::thread::available_parallelism().map_or(1, usize::from);
    if threads == 0 { all() } else { threads }
}

/// A number of threads of one search, 0 for all cores.
pub(super) fn search_threads(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&number| number <= MAX_THREADS);
    number.ok_or_else(|| format!("expected a number from 0 to {MAX_THREADS}"))
}

/// A number above 0.
pub(super) fn above_zero(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number: &f32| *number > 0.0 && number.is_finite());
    number.ok_or_else(|| "expected a number above 0".to_owned())
}

/// A number from 0.
pub(super) fn from_zero(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number: &f32| *number >= 0.0 && number.is_finite());
    number.ok_or_else(|| "expected a number from 0".to_owned())
}

/// A share from 0 to 1.
pub(super) fn share(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}
