//! Games from one format to another.

use std::fs;
use std::path::Path;

use super::GamesError;
use crate::files;
use crate::record::renlib::Library;
use crate::record::{GameRecord, RecordFormat, psq, read_bytes, sgf, text};
use crate::rules::Rule;
use crate::tools::files::replace;

/// Reads the games of a file in whatever format it has; `rule` is that of games that name none.
///
/// # Errors
/// [`GamesError`] if the file cannot be read or holds something else.
pub fn read(path: &Path, rule: Rule) -> Result<Vec<GameRecord>, GamesError> {
    let bytes = files::read(path, files::MAX_BYTES)
        .map_err(|source| GamesError::Read { path: path.to_owned(), source })?;
    read_bytes(&bytes, rule).map_err(|source| GamesError::Record { path: path.to_owned(), source })
}

/// Writes games into a file, in place of one that is there, in the format that its name asks for. Piskvork's format holds one
/// game, so several become a new folder of files that are numbered in their order; RenLib's holds them all in one tree.
///
/// # Errors
/// [`GamesError::Write`] if the folder exists, or if file or folder cannot be written.
pub fn convert(games: &[GameRecord], out: &Path) -> Result<(), GamesError> {
    let content = match (RecordFormat::of_name(out), games) {
        (RecordFormat::Lib, games) => {
            let library = Library::from_games(games);
            let library = library.map_err(|source| GamesError::Record { path: out.to_owned(), source })?;
            return write(out, &library.to_bytes());
        }
        (RecordFormat::Text | RecordFormat::Moves, games) => {
            games.iter().map(|game| text::write(game) + "\n").collect()
        }
        (RecordFormat::Sgf, games) => games.iter().map(sgf::write).collect(),
        (RecordFormat::Psq, [game]) => psq::write(game),
        (RecordFormat::Psq, games) => return write_folder(games, out),
    };
    write(out, content.as_bytes())
}

fn write_folder(games: &[GameRecord], folder: &Path) -> Result<(), GamesError> {
    fs::create_dir(folder).map_err(|source| GamesError::Write { path: folder.to_owned(), source })?;
    for (number, game) in (1..).zip(games) {
        write(&folder.join(format!("{number:06}.psq")), psq::write(game).as_bytes())?;
    }
    Ok(())
}

fn write(path: &Path, content: &[u8]) -> Result<(), GamesError> {
    replace(path, content).map_err(|source| GamesError::Write { path: path.to_owned(), source })
}
