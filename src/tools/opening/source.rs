//! Where openings come from: a shipped set or a file.

use std::path::Path;

use thiserror::Error;

use crate::geometry::BoardSize;
use crate::opening::embedded::{self, Embedded};
use crate::opening::{Opening, OpeningFileError, OpeningSet, read_file};
use crate::rules::Rule;

/// Openings with the rule they are for.
#[derive(Clone, Debug)]
pub struct Source {
    /// The rule.
    pub rule: Rule,
    /// The openings and the size of the board.
    pub set: OpeningSet,
}

/// Why openings could not be had.
#[derive(Debug, Error)]
pub enum SourceError {
    /// The file is wrong, or not there.
    #[error(transparent)]
    File(#[from] OpeningFileError),
    /// There is no opening with this number.
    #[error("expected the number of an opening from 1 to {count}, found {found}")]
    Number {
        /// How many there are.
        count: usize,
        /// The number.
        found: usize,
    },
}

impl Source {
    /// Opens a shipped set by its name, such as `renju15`, or a file by its path. Rule and size, if not given, are
    /// those of the shipped set with this name, else freestyle on 15x15.
    ///
    /// # Errors
    /// [`SourceError::File`] if there is neither, or the file is wrong.
    pub fn open(name: &str, rule: Option<Rule>, size: Option<BoardSize>) -> Result<Self, SourceError> {
        let path = Path::new(name);
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or(name);
        let shipped = embedded::named(stem);
        let rule = rule.or(shipped.map(|set| set.rule)).unwrap_or(Rule::Freestyle);
        let size = size.unwrap_or_else(|| shipped.map_or_else(BoardSize::default, Embedded::size));
        let set = match shipped {
            Some(shipped) if stem == name => shipped.read(size)?,
            _ => read_file(path, size)?,
        };
        Ok(Self { rule, set })
    }

    /// Opening number `number`, from 1.
    ///
    /// # Errors
    /// [`SourceError::Number`] if there is none.
    pub fn opening(&self, number: usize) -> Result<&Opening, SourceError> {
        let wrong = SourceError::Number { count: self.set.len(), found: number };
        number.checked_sub(1).and_then(|index| self.set.openings().get(index)).ok_or(wrong)
    }

    /// The number, from 1, and the opening that a seed chooses; `None` only from an empty set.
    pub fn choose(&self, seed: u64) -> Option<(usize, &Opening)> {
        let chosen = self.set.choose(seed)?;
        let index = self.set.openings().iter().position(|opening| opening == chosen)?;
        Some((index + 1, chosen))
    }
}
