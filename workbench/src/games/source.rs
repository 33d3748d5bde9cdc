//! Reads the games of a file or folder.

use std::fs;
use std::path::{Path, PathBuf};

use super::GamesError;
use rustgomo::record::RecordFormat;

/// Reads the games of a file, or of all `.psq`, `.sav` and `.pos` files of a folder by name, as written by
/// [`convert`](super::convert), with a reader of files such as [`read`](super::read).
///
/// # Errors
/// [`GamesError`] if a file cannot be read or is invalid, and if there is no game.
pub fn read_all<T>(
    path: &Path,
    read: impl Fn(&Path) -> Result<Vec<T>, GamesError>,
) -> Result<Vec<T>, GamesError> {
    let files = if path.is_dir() { files(path)? } else { vec![path.to_owned()] };
    let games: Result<Vec<_>, _> = files.iter().map(|file| read(file)).collect();
    let games: Vec<T> = games?.into_iter().flatten().collect();
    if games.is_empty() { Err(GamesError::Empty { path: path.to_owned() }) } else { Ok(games) }
}

fn files(folder: &Path) -> Result<Vec<PathBuf>, GamesError> {
    let error = |source| GamesError::Read { path: folder.to_owned(), source };
    let entries = fs::read_dir(folder).map_err(error)?;
    let paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, _>>().map_err(error)?;
    let mut files: Vec<PathBuf> =
        paths.into_iter().filter(|path| RecordFormat::of_name(path).holds_one_game()).collect();
    files.sort();
    Ok(files)
}
