//! Errors of files of games.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::drawing::PngError;
use rustgomo::board::BoardError;
use rustgomo::record::tree::TreeError;
use rustgomo::record::{Note, WriteError};

/// A file of games that cannot be read or written.
#[derive(Debug, Error)]
pub enum GamesError {
    /// A file that cannot be read.
    #[error("cannot read {}", path.display())]
    Read {
        /// Its name.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file of which nothing is left.
    #[error("{}: {note}", path.display())]
    Faulty {
        /// Its name.
        path: PathBuf,
        /// Why.
        note: Note,
    },
    /// A game that the format cannot represent.
    #[error("{}: {source}", path.display())]
    Unwritable {
        /// Name of the file to be written.
        path: PathBuf,
        /// Which game and why.
        source: WriteError,
    },
    /// A file or folder without games.
    #[error("expected at least one game in {}, found none", path.display())]
    Empty {
        /// Its name.
        path: PathBuf,
    },
    /// A game whose moves cannot be drawn.
    #[error("move {number}, {name}: {source}")]
    Moves {
        /// Number of the move, from 1; 0 for the stones that are set up.
        number: usize,
        /// Its square.
        name: String,
        /// Why not.
        source: BoardError,
    },
    /// What is wrong with a game of a file.
    #[error("{}, game {number}: {source}", path.display())]
    InGame {
        /// Name of the file.
        path: PathBuf,
        /// Number of the game in its file, from 1.
        number: usize,
        /// What it is.
        source: Box<GamesError>,
    },
    /// A picture that cannot be made.
    #[error(transparent)]
    Picture(PngError),
    /// Games that do not fit into one tree.
    #[error("{}, game {number}: {source}", path.display())]
    Merge {
        /// Name of the file.
        path: PathBuf,
        /// Number of the game in its file, from 1.
        number: usize,
        /// Why.
        source: TreeError,
    },
    /// An unknown file extension.
    #[error("expected a name that ends with .{}, found {}", endings.join(" or ."), path.display())]
    Format {
        /// The name.
        path: PathBuf,
        /// The endings that name a format.
        endings: &'static [&'static str],
    },
    /// A folder in the place of the file to be written.
    #[error("{} is a folder, which is not replaced: choose another name", path.display())]
    Folder {
        /// Its name.
        path: PathBuf,
    },
    /// A game number that the file does not have.
    #[error("expected the number of a game from 1 to {count}, found {found}")]
    Number {
        /// Number of games.
        count: usize,
        /// The number.
        found: usize,
    },
    /// A file or folder that cannot be written.
    #[error("cannot write {}", path.display())]
    Write {
        /// Its name.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}
