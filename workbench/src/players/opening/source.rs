//! Sources of openings: shipped sets and files.

use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};

use rustgomo::geometry::BoardSize;
use rustgomo::opening::embedded::{self, Embedded};
use rustgomo::opening::{Opening, OpeningFileError, OpeningSet, read_file};
use rustgomo::rules::Rule;

/// Openings with their rule.
#[derive(Clone, Debug)]
pub struct Source {
    pub rule: Rule,
    /// The openings with the size of the board.
    pub set: OpeningSet,
}

impl Source {
    /// Opens a shipped set by its name, such as `renju15`, or a file by its path. Rule and size, if not
    /// given, are those of the shipped set with this name, else freestyle on 15x15.
    pub fn open(name: &str, rule: Option<Rule>, size: Option<BoardSize>) -> Result<Self> {
        let path = Path::new(name);
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or(name);
        let shipped = embedded::named(stem);
        let rule = rule.or(shipped.map(|set| set.rule)).unwrap_or(Rule::Freestyle);
        let size = size.unwrap_or_else(|| shipped.map_or_else(BoardSize::default, Embedded::size));
        let set = match shipped {
            Some(shipped) if stem == name => shipped.read(size),
            _ => read_file(path, size),
        };
        let set = set.map_err(|error| match error {
            // This one contains the name.
            OpeningFileError::Read { .. } => anyhow::Error::new(error),
            _ => anyhow!("{name}, {error}"),
        })?;
        ensure!(!set.is_empty(), "expected at least one opening in {name}, found none");
        Ok(Self { rule, set })
    }

    /// Opening number `number`, from 1.
    pub fn opening(&self, number: usize) -> Result<&Opening> {
        let wrong =
            || format!("expected the number of an opening from 1 to {}, found {number}", self.set.len());
        number.checked_sub(1).and_then(|index| self.set.openings().get(index)).with_context(wrong)
    }

    /// A random opening with its number, from 1; `None` for an empty set.
    pub fn choose(&self, seed: u64) -> Option<(usize, &Opening)> {
        let chosen = self.set.choose(seed)?;
        let index = self.set.openings().iter().position(|opening| opening == chosen)?;
        Some((index + 1, chosen))
    }
}
