//! Conversion of games between formats.

use std::fs;
use std::path::Path;

use super::GamesError;
use crate::files::replace;
use rustgomo::files;
use rustgomo::record::tree::GameTree;
use rustgomo::record::{
    GameRecord, RecordError, RecordFormat, WriteError, psq, read_bytes, read_trees, renlib, sgf, text,
};
use rustgomo::rules::Rule;

/// Reads the games of a file of any format; `rule` applies to games that name none.
///
/// # Errors
/// [`GamesError`] if the file cannot be read or is invalid.
pub fn read(path: &Path, rule: Rule) -> Result<Vec<GameRecord>, GamesError> {
    read_with(path, |bytes| read_bytes(bytes, rule))
}

/// [`read`] with variations, comments and marks.
///
/// # Errors
/// As [`read`].
pub fn read_with_variations(path: &Path, rule: Rule) -> Result<Vec<GameTree>, GamesError> {
    read_with(path, |bytes| read_trees(bytes, rule))
}

fn read_with<T>(path: &Path, read: impl Fn(&[u8]) -> Result<T, RecordError>) -> Result<T, GamesError> {
    let bytes = files::read(path, files::MAX_BYTES)
        .map_err(|source| GamesError::Read { path: path.to_owned(), source })?;
    read(&bytes).map_err(|source| GamesError::Record { path: path.to_owned(), source })
}

/// Writes games to a file in the format of its extension, replacing an existing one. Piskvork's format has
/// one game per file, so several games become a new folder of numbered files; RenLib's has all in one tree. What the
/// format leaves out is known from [`RecordFormat::lost`].
///
/// # Errors
/// [`GamesError::Unwritable`] for a game that the format cannot represent, and [`GamesError::Write`] if the
/// folder exists, or if file or folder cannot be written.
pub fn convert(games: &[GameTree], out: &Path) -> Result<(), GamesError> {
    let content = match (RecordFormat::of_name(out), games) {
        (RecordFormat::Lib, games) => {
            return write(out, &renlib::write_trees(games).map_err(|source| unwritable(out, source))?);
        }
        (RecordFormat::Text | RecordFormat::Moves, games) => {
            games.iter().map(|game| text::write(&game.main_line()) + "\n").collect()
        }
        (RecordFormat::Sgf, games) => games.iter().map(sgf::write_tree).collect(),
        (RecordFormat::Psq, [game]) => {
            psq::write(&game.main_line()).map_err(|source| unwritable(out, source))?
        }
        (RecordFormat::Psq, games) => return write_folder(games, out),
    };
    write(out, content.as_bytes())
}

/// One tree of all games, and how many marks and the like were left out because the games differ.
///
/// # Errors
/// [`GamesError::Merge`] for the first game of another rule, board or set-up, and if the tree becomes too large.
pub fn merge(games: &[GameTree]) -> Result<(Vec<GameTree>, usize), GamesError> {
    let [first, others @ ..] = games else { return Ok((Vec::new(), 0)) };
    let mut all = first.clone();
    let mut left_out = 0;
    for (game, number) in others.iter().zip(2..) {
        left_out += all.merge(game).map_err(|source| GamesError::Merge { number, source })?;
    }
    Ok((vec![all], left_out))
}

fn unwritable(path: &Path, source: WriteError) -> GamesError {
    GamesError::Unwritable { path: path.to_owned(), source }
}

fn write_folder(games: &[GameTree], folder: &Path) -> Result<(), GamesError> {
    let content = |(game, record)| {
        psq::write(&GameTree::main_line(record))
            .map_err(|source| unwritable(folder, WriteError { game, ..source }))
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
