//! Conversion of games between formats.

use std::fs;
use std::path::Path;

use super::GamesError;
use crate::files::replace;
use rustgomo::files;
use rustgomo::record::renlib::Library;
use rustgomo::record::{GameRecord, RecordFormat, WriteError, psq, read_bytes, sgf, text};
use rustgomo::rules::Rule;

/// Reads the games of a file of any format; `rule` applies to games that name none.
///
/// # Errors
/// [`GamesError`] if the file cannot be read or is invalid.
pub fn read(path: &Path, rule: Rule) -> Result<Vec<GameRecord>, GamesError> {
    let bytes = files::read(path, files::MAX_BYTES)
        .map_err(|source| GamesError::Read { path: path.to_owned(), source })?;
    read_bytes(&bytes, rule).map_err(|source| GamesError::Record { path: path.to_owned(), source })
}

/// Writes games to a file in the format of its extension, replacing an existing one. Piskvork's format has
/// one game per file, so several games become a new folder of numbered files; RenLib's has all in one tree.
///
/// # Errors
/// [`GamesError::Unwritable`] for a game that the format cannot represent, and [`GamesError::Write`] if the
/// folder exists, or if file or folder cannot be written.
pub fn convert(games: &[GameRecord], out: &Path) -> Result<(), GamesError> {
    let content = match (RecordFormat::of_name(out), games) {
        (RecordFormat::Lib, games) => {
            let library = Library::from_games(games);
            return write(out, &library.map_err(|source| unwritable(out, source))?.to_bytes());
        }
        (RecordFormat::Text | RecordFormat::Moves, games) => {
            games.iter().map(|game| text::write(game) + "\n").collect()
        }
        (RecordFormat::Sgf, games) => games.iter().map(sgf::write).collect(),
        (RecordFormat::Psq, [game]) => psq::write(game).map_err(|source| unwritable(out, source))?,
        (RecordFormat::Psq, games) => return write_folder(games, out),
    };
    write(out, content.as_bytes())
}

fn unwritable(path: &Path, source: WriteError) -> GamesError {
    GamesError::Unwritable { path: path.to_owned(), source }
}

fn write_folder(games: &[GameRecord], folder: &Path) -> Result<(), GamesError> {
    let content = |(game, record)| {
        psq::write(record).map_err(|source| unwritable(folder, WriteError { game, ..source }))
    };
    let contents = (1..).zip(games).map(content).collect::<Result<Vec<_>, _>>()?;
    fs::create_dir(folder).map_err(|source| GamesError::Write { path: folder.to_owned(), source })?;
    for (number, content) in (1..).zip(contents) {
        write(&folder.join(format!("{number:06}.psq")), content.as_bytes())?;
    }
    Ok(())
}

fn write(path: &Path, content: &[u8]) -> Result<(), GamesError> {
    replace(path, content).map_err(|source| GamesError::Write { path: path.to_owned(), source })
}
