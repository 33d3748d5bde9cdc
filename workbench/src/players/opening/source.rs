//! Sources of openings: shipped sets and files.

use std::borrow::Cow;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use rustgomo::geometry::BoardSize;
use rustgomo::opening::embedded::{self, Embedded};
use rustgomo::opening::{Opening, OpeningError, file_text, parse_lines};
use rustgomo::rules::Rule;

/// Openings with their rule.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    pub rule: Rule,
    /// The size of the board.
    pub size: BoardSize,
    /// The openings, or what is wrong with them, each with the number of its line. Some may be equal.
    pub openings: Vec<(usize, Result<Opening, OpeningError>)>,
}

impl Source {
    /// Opens a shipped set by its name, such as `renju15`, or a file by its path. Rule and size, if not
    /// given, are those of the shipped set with this name, else freestyle on 15x15. An error if no opening
    /// can be read.
    pub fn open(name: &str, rule: Option<Rule>, size: Option<BoardSize>) -> Result<Self> {
        let path = Path::new(name);
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or(name);
        let shipped = embedded::named(stem);
        let rule = rule.or(shipped.map(|set| set.rule)).unwrap_or(Rule::Freestyle);
        let size = size.unwrap_or_else(|| shipped.map_or_else(BoardSize::default, Embedded::size));
        let text = match shipped {
            Some(shipped) if stem == name => Cow::Borrowed(shipped.text),
            _ => Cow::Owned(file_text(path)?),
        };
        let openings: Vec<_> = parse_lines(&text, size).collect();
        ensure!(!openings.is_empty(), "expected at least one opening in {name}, found none");
        let source = Self { name: name.to_owned(), rule, size, openings };
        if source.openings.iter().all(|(_, opening)| opening.is_err()) {
            source.opening(1)?;
        }
        Ok(source)
    }

    /// Opening number `number`, from 1.
    pub fn opening(&self, number: usize) -> Result<&Opening> {
        let count = self.openings.len();
        let found = number.checked_sub(1).and_then(|index| self.openings.get(index));
        match found
            .with_context(|| format!("expected the number of an opening from 1 to {count}, found {number}"))?
        {
            (_, Ok(opening)) => Ok(opening),
            (line, Err(error)) => bail!("{}, line {line}: {error}", self.name),
        }
    }

    /// A random opening of those that can be read, with its number, from 1.
    pub fn choose(&self, seed: u64) -> Option<(usize, &Opening)> {
        let numbered = (1..).zip(&self.openings);
        let readable: Vec<_> =
            numbered.filter_map(|(number, (_, opening))| Some((number, opening.as_ref().ok()?))).collect();
        fastrand::Rng::with_seed(seed).choice(readable)
    }
}
