//! Checks of option values, with messages that say what was expected and what was found.

use std::fmt::Display;
use std::num::{IntErrorKind, ParseIntError};
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use rustgomo::database::Label;
use rustgomo::engine::MAX_THREADS;
use rustgomo::eval::{MAX_PLY, Score};
use rustgomo::geometry::{Color, shortened};
use rustgomo::record::GameResult;

/// Upper bound of worker threads, beyond any machine's cores.
pub(crate) const MAX_CORES: usize = 1024;

/// A side, `black` or `white`.
pub(crate) fn color(text: &str) -> Result<Color, String> {
    let color = Color::from_name(&text.to_ascii_lowercase());
    color.ok_or_else(|| format!("expected black or white, found {:?}", shortened(text)))
}

/// A year, or the first and the last of several.
pub(crate) fn years(text: &str) -> Result<(u16, u16), String> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    match (from.trim().parse(), to.trim().parse()) {
        (Ok(from), Ok(to)) if from <= to => Ok((from, to)),
        _ => Err(format!("expected a year or years such as 1999-2005, found {text:?}")),
    }
}

pub(crate) fn result(text: &str) -> Result<GameResult, String> {
    GameResult::from_name(text).ok_or_else(|| format!("expected 1-0, 0-1, 1/2-1/2 or *, found {text:?}"))
}

/// A score as reports show it: centi-units such as `-35`, or `+M5` and `-M4` for a win and a loss in plies.
pub(crate) fn score(text: &str) -> Result<Score, String> {
    let distance = |plies: &str| plies.parse().ok().filter(|&plies| plies <= MAX_PLY);
    let score = if let Some(plies) = text.strip_prefix("+M") {
        distance(plies).map(Score::win_in)
    } else if let Some(plies) = text.strip_prefix("-M") {
        distance(plies).map(Score::loss_in)
    } else {
        // Larger numbers stand for results.
        let largest = i32::from(Score::MAX_EVAL.centi());
        let number = text.parse::<i32>().ok();
        if let Some(number) = number.filter(|number| !(-largest..=largest).contains(number)) {
            return Err(format!("expected a score from -{largest} to {largest}, found {number}"));
        }
        number.map(Score::eval)
    };
    score.ok_or_else(|| format!("expected a score such as 35, +M5 or -M4, found {:?}", shortened(text)))
}

/// A label of a database: one visible character, or `none`.
pub(crate) fn label(text: &str) -> Result<Label, String> {
    if text == "none" {
        return Ok(Label::NONE);
    }
    let mark = text.parse::<char>().ok();
    let label = mark.map(|mark| Label::from_code(u32::from(mark).into()));
    label
        .filter(|label| label.character().is_some())
        .ok_or_else(|| format!("expected one visible character or none, found {:?}", shortened(text)))
}

/// A number in `range`. clap's own message would name the Rust type.
pub(crate) fn within<T>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: FromStr<Err = ParseIntError> + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text| {
        let is_too_large = match text.parse::<T>() {
            Ok(number) if range.contains(&number) => return Ok(number),
            Ok(number) => number > *range.end(),
            Err(error) => *error.kind() == IntErrorKind::PosOverflow,
        };
        let (bound, limit) =
            if is_too_large { ("at most", range.end()) } else { ("at least", range.start()) };
        let found = text.parse::<i128>().map_or_else(|_| format!("{text:?}"), |number| number.to_string());
        Err(format!("expected a number of {bound} {limit}, found {found}"))
    }
}

/// A number that fits.
pub(crate) fn number<T: FromStr>(
    text: &str,
    fits: impl FnOnce(&T) -> bool,
    expected: &str,
) -> Result<T, String> {
    text.parse().ok().filter(fits).ok_or_else(|| format!("expected {expected}"))
}

/// A number of worker threads; 0 means all cores.
pub(crate) fn threads(text: &str) -> Result<usize, String> {
    number(text, |&number| number <= MAX_CORES, &format!("a number from 0 to {MAX_CORES}"))
}

/// The number of threads to start: all cores for 0.
pub(crate) fn cores(threads: usize) -> usize {
    let all = || std::thread::available_parallelism().map_or(1, usize::from);
    if threads == 0 { all() } else { threads }
}

/// A number of threads of one search; 0 means all cores.
pub(crate) fn search_threads(text: &str) -> Result<usize, String> {
    number(text, |&number| number <= MAX_THREADS, &format!("a number from 0 to {MAX_THREADS}"))
}

/// A finite number above 0.
pub(crate) fn above_zero(text: &str) -> Result<f32, String> {
    number(text, |number: &f32| *number > 0.0 && number.is_finite(), "a number above 0")
}

/// A time in seconds, such as `0.5`.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let time = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| "expected seconds, 0 or more, such as 5 or 0.5".to_owned())
}

/// A finite number from 0.
pub(crate) fn from_zero(text: &str) -> Result<f32, String> {
    number(text, |number: &f32| *number >= 0.0 && number.is_finite(), "a number from 0")
}

/// A share from 0 to 1.
pub(crate) fn share(text: &str) -> Result<f32, String> {
    number(text, |number| (0.0..=1.0).contains(number), "a number from 0 to 1")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::num::NonZeroU32;

    #[test]
    fn an_error_names_the_bound_that_was_missed() {
        let message = |text| within(NonZeroU32::MIN..=NonZeroU32::MAX)(text).unwrap_err();
        for (text, found) in [("0", "0"), ("-3", "-3"), ("x", "\"x\""), ("1.5", "\"1.5\""), ("", "\"\"")] {
            assert_eq!(message(text), format!("expected a number of at least 1, found {found}"));
        }
        assert_eq!(message("4294967296"), "expected a number of at most 4294967295, found 4294967296");
        let small = within(10..=20_u8);
        assert_eq!((small("10"), small("20")), (Ok(10), Ok(20)));
        for (text, bound) in [("9", "at least 10"), ("21", "at most 20"), ("300", "at most 20")] {
            assert_eq!(small(text).unwrap_err(), format!("expected a number of {bound}, found {text}"));
        }
    }
}
