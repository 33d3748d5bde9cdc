//! Exchange between databases and files.

use std::io::{BufReader, Write};
use std::path::Path;

use super::{Database, DatabaseError, ImportTexts, library, merge_all, split, text};
use crate::board::Board;
use crate::files::{self, write_atomic};
use crate::geometry::BoardSize;
use crate::record::renlib;
use crate::rules::Rule;
use crate::stop::StopHandle;

/// Largest library file, bytes; those of players reach some tens of megabytes.
const MAX_LIBRARY_BYTES: u64 = 64 << 20;

/// An import from or export to a file. It can take minutes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exchange {
    /// Exports the entries of one rule and size, or all, as text.
    ToText(Option<(Rule, BoardSize)>),
    /// Imports text.
    FromText,
    /// Exports a position and all below it as a RenLib library.
    ToLibrary(Board, Rule),
    /// Imports a RenLib library under a rule.
    FromLibrary(Rule),
    /// Merges another database into this one.
    Merge,
    /// Copies a position, those on the way to it and all below into another database.
    Split(Board, Rule),
}

impl Exchange {
    /// Whether this database stays unchanged.
    pub(crate) const fn only_reads(&self) -> bool {
        matches!(self, Self::ToText(_) | Self::ToLibrary(..) | Self::Split(..))
    }

    /// Checks that a file to be replaced is of the same kind; databases check this when opened.
    ///
    /// # Errors
    /// [`DatabaseError`] if there is another kind of file, or the system refuses.
    pub fn expect_replaceable(&self, path: &Path) -> Result<(), DatabaseError> {
        match self {
            Self::ToText(_) => Ok(text::KIND.expect_replaceable(path)?),
            Self::ToLibrary(..) => Ok(renlib::KIND.expect_replaceable(path)?),
            Self::FromText | Self::FromLibrary(_) | Self::Merge | Self::Split(..) => Ok(()),
        }
    }

    /// Runs the exchange and returns the number of positions. Imports become durable in batches; text and
    /// libraries are written completely or not at all.
    ///
    /// # Errors
    /// [`DatabaseError`] if the file or a store fails, or is this one, or [`DatabaseError::Interrupted`].
    pub fn carry_out(
        &self,
        database: &Database,
        path: &Path,
        stop: &StopHandle,
    ) -> Result<usize, DatabaseError> {
        database.expect_other(path)?;
        match self {
            Self::ToText(only) => write_atomic(path, |out| text::export(database, out, *only, stop)),
            Self::FromText => {
                let mut file = BufReader::new(files::open(path)?);
                text::import(database, &mut file, stop, &mut ImportTexts::default())
            }
            Self::ToLibrary(board, rule) => {
                let (library, count) = library::export(&database.reader()?, board, *rule, stop)?;
                write_atomic(path, |out| out.write_all(&library.to_bytes()))?;
                Ok(count)
            }
            Self::FromLibrary(rule) => {
                let bytes = files::read(path, MAX_LIBRARY_BYTES)?;
                library::import(database, &mut renlib::nodes(&bytes, None)?, *rule, stop)
            }
            Self::Merge => merge_all(database, &Database::open_existing(path)?, stop),
            Self::Split(board, rule) => split(database, &Database::open(path)?, board, *rule, stop),
        }
    }
}
