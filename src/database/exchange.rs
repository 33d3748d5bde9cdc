//! What is done with a database and a file.

use std::io::{BufReader, Write};
use std::path::Path;

use super::{Database, DatabaseError, Interrupted, library, merge_all, split, text};
use crate::board::Board;
use crate::files::{self, write_atomic};
use crate::geometry::BoardSize;
use crate::record::renlib;
use crate::rules::Rule;

/// The largest libraries of players have some tens of megabytes.
const MAX_LIBRARY_BYTES: u64 = 64 << 20;

/// An exchange of entries between a database and a file. It can take minutes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exchange {
    /// The entries of one rule and size, or all, are written as text.
    ToText(Option<(Rule, BoardSize)>),
    /// Entries are read from text.
    FromText,
    /// A position and all below it are written as a RenLib library.
    ToLibrary(Board, Rule),
    /// A RenLib library is read under a rule.
    FromLibrary(Rule),
    /// The file is a database, whose entries are merged into this one.
    Merge,
    /// The file is a database, into which a position, those on the way to it and all below are copied.
    Split(Board, Rule),
}

impl Exchange {
    /// Whether the database that it begins with stays as it is.
    pub const fn only_reads(&self) -> bool {
        matches!(self, Self::ToText(_) | Self::ToLibrary(..) | Self::Split(..))
    }

    /// Makes sure that a file which it replaces is of the same kind. Databases see to that themselves.
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

    /// Does it; how many positions. What comes in becomes durable in steps, text and libraries go out as whole files or not at
    /// all.
    ///
    /// # Errors
    /// [`DatabaseError`] if the file or a store fails, or [`DatabaseError::Interrupted`].
    pub fn carry_out(
        &self,
        database: &Database,
        path: &Path,
        interrupted: Interrupted<'_>,
    ) -> Result<usize, DatabaseError> {
        match self {
            Self::ToText(only) => write_atomic(path, |out| text::export(database, out, *only, interrupted)),
            Self::FromText => text::import(database, &mut BufReader::new(files::open(path)?), interrupted),
            Self::ToLibrary(board, rule) => {
                let (library, count) = library::export(&database.reader()?, board, *rule, interrupted)?;
                write_atomic(path, |out| out.write_all(&library.to_bytes()))?;
                Ok(count)
            }
            Self::FromLibrary(rule) => {
                let bytes = files::read(path, MAX_LIBRARY_BYTES)?;
                library::import(database, renlib::nodes(&bytes)?, *rule, interrupted)
            }
            Self::Merge => merge_all(database, &Database::open_existing(path)?, interrupted),
            Self::Split(board, rule) => split(database, &Database::open(path)?, board, *rule, interrupted),
        }
    }
}
