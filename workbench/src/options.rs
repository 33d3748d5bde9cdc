//! Command-line options that several tools share.

use std::path::{Path, PathBuf};

use clap::Args;

use rustgomo::database::{Database, DatabaseError};
use rustgomo::geometry::BoardSize;
use rustgomo::rules::Rule;

/// Rule and board size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Args)]
pub struct VariantOptions {
    /// Rule: freestyle, standard, renju, caro (six or more always win) or exact-caro.
    #[arg(long, default_value = "freestyle")]
    pub rule: Rule,
    /// Size of the board, such as 15 or 20x15.
    #[arg(long, default_value = "15")]
    pub size: BoardSize,
}

/// Rule and board size, where a record or a set of openings can name them as well.
#[derive(Clone, Copy, Debug, Args)]
pub struct WantedVariantOptions {
    /// Rule: freestyle, standard, renju, caro or exact-caro [default: that of the record or set, else
    /// freestyle]. A record that names another rule is refused.
    #[arg(long)]
    pub rule: Option<Rule>,
    /// Size of the board, such as 15 or 20x15 [default: that of the record or set, else 15].
    #[arg(long)]
    pub size: Option<BoardSize>,
}

/// Which evaluation the search uses.
#[derive(Clone, Debug, Default, Args)]
pub struct NetworkOptions {
    /// Network file to use for its rule instead of the embedded network; may be given several times.
    #[arg(long, value_name = "FILE")]
    pub network: Vec<PathBuf>,
    /// Use the classical evaluation instead of networks.
    #[arg(long, conflicts_with = "network")]
    pub classical: bool,
}

impl NetworkOptions {
    /// The network files.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.network.iter().map(PathBuf::as_path)
    }
}

/// A database that an analysis reads and adds to.
#[derive(Clone, Debug, Default, Args)]
pub struct DatabaseOption {
    /// Database of positions: proved results and deeper values in it are shown, marked as from the database,
    /// and what is found is merged into it. Created if it is missing.
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
}

impl DatabaseOption {
    /// The file; `None` without the option.
    pub fn file(&self) -> Option<&Path> {
        self.database.as_deref()
    }

    /// Opens the database.
    pub fn open(&self) -> Result<Option<Database>, DatabaseError> {
        self.database.as_deref().map(Database::open).transpose()
    }
}
