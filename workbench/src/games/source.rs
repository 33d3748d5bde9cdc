//! Games of a file or of a folder.

use std::fs;
use std::path::{Path, PathBuf};

use super::{GamesError, read};
use rustgomo::record::{GameRecord, RecordFormat};
use rustgomo::rules::Rule;

/// Reads the games of a file, or of all `.psq` files of a folder in the order of their names: what [`convert`](super::convert)
/// makes of several games. `rule` is that of games that name none.
///
/// # Errors
/// [`GamesError`] if something cannot be read or holds something else, and if there is no game.
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
