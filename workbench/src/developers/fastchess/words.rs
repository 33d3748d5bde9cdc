//! Options of the command line with their arguments.

use std::str::FromStr;

use anyhow::{Result, anyhow, bail};

/// An option and its arguments.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words<'a> {
    /// Name without hyphen.
    pub(super) name: &'a str,
    /// The words up to the next option.
    pub(super) values: &'a [String],
}

/// Splits a command line into options.
pub(super) fn split<'a>(words: &'a [String]) -> Result<Vec<Words<'a>>> {
    if let Some(found) = words.first().filter(|word| option_name(word).is_none()) {
        bail!("expected an option such as -engine, found {found:?}");
    }
    let options = words.chunk_by(|_, next| option_name(next).is_none());
    let split_name = |part: &'a [String]| {
        let (name, values) = part.split_first()?;
        Some(Words { name: option_name(name)?, values })
    };
    Ok(options.filter_map(split_name).collect())
}

/// The name of an option, which starts with a hyphen and a letter, unlike a negative number.
fn option_name(word: &str) -> Option<&str> {
    word.strip_prefix('-').filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()))
}

impl<'a> Words<'a> {
    /// Parses the only argument.
    pub(super) fn single<T: FromStr>(&self, expected: &str) -> Result<T> {
        let value = if let [value] = self.values { value.parse().ok() } else { None };
        value.ok_or_else(|| self.wrong(expected))
    }

    /// The value of a key such as `file=games.pgn`.
    pub(super) fn value(&self, key: &str) -> Option<&'a str> {
        self.pairs().find_map(|(k, value)| (k == key).then_some(value))
    }

    /// Keys and values; a word without `=` is a key with an empty value.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.values.iter().map(|word| word.split_once('=').unwrap_or((word, "")))
    }

    /// Parses the value of a key; `default` if the key is missing.
    pub(super) fn number<T: FromStr>(&self, key: &str, default: T, expected: &str) -> Result<T> {
        Ok(self.optional(key, expected)?.unwrap_or(default))
    }

    /// Parses the value of a key that may be missing.
    pub(super) fn optional<T: FromStr>(&self, key: &str, expected: &str) -> Result<Option<T>> {
        self.value(key).map(|value| value.parse().map_err(|_| self.wrong(expected))).transpose()
    }

    /// An error for these arguments.
    pub(super) fn wrong(&self, expected: &str) -> anyhow::Error {
        anyhow!("expected {expected} behind -{}, found {:?}", self.name, self.values.join(" "))
    }
}
