//! Reads the games of a file or folder.

use std::fs;
use std::path::{Path, PathBuf};

use super::{GamesError, read};
use rustgomo::record::{GameRecord, RecordFormat};
use rustgomo::rules::Rule;

/// Reads the games of a file, or of all `.psq` files of a folder by name, as written by
/// [`convert`](super::convert). `rule` applies to games that name none.
///
/// # Errors
/// [`GamesError`] if a file cannot be read or is invalid, and if there is no game.
pub fn read_all(path: &Path, rule: Rule) -> Result<Vec<GameRecord>, GamesError> {
    let games = if path.is_dir() {
        let games: Result<Vec<_>, _> = files(path)?.iter().map(|file| read(file, rule)).collect();
        games?.concat()
    } else {
        read(path, rule)?
    };
    if games.is_empty() { Err(GamesError::Empty { path: path.to_owned() }) } else { Ok(games) }
}

fn files(folder: &Path) -> Result<Vec<PathBuf>, GamesError> {
    let error = |source| GamesError::Read { path: folder.to_owned(), source };
    let entries = fs::read_dir(folder).map_err(error)?;
    let paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, _>>().map_err(error)?;
    let mut files: Vec<PathBuf> =
        paths.into_iter().filter(|path| RecordFormat::of_name(path) == RecordFormat::Psq).collect();
    files.sort();
    Ok(files)
}
