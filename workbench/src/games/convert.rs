//! Conversion of games between formats.

use std::path::{Path, PathBuf};
use std::{fs, iter};

use super::GamesError;
use crate::files::replace;
use rustgomo::record::tree::{GameTree, LeftOut, MergeError};
use rustgomo::record::{CodePage, RecordFormat, WriteError, renlib, sgf};

/// Writes games to a file in the format of its extension, replacing an existing one. If the format has one game per file, several
/// games become a new folder of numbered files; RenLib's has all in one tree. What the format leaves out is known from
/// [`RecordFormat::lost`]. `page` is the code page of a library's texts, else it is that of its readers; returns it if they are more
/// than plain ASCII.
///
/// # Errors
/// [`GamesError::Unwritable`] for a game that the format cannot represent, and [`GamesError::Write`] if the
/// folder exists, or if file or folder cannot be written.
pub fn convert(
    games: &[GameTree],
    out: &Path,
    page: Option<CodePage>,
) -> Result<Option<CodePage>, GamesError> {
    let format = RecordFormat::of_name(out);
    if format.holds_one_game() && games.len() != 1 {
        write_folder(games, out)?;
        return Ok(None);
    }
    let content = match format {
        RecordFormat::Lib => {
            let (content, page) =
                renlib::write_trees_in(games, page).map_err(|source| unwritable(out, source))?;
            write(out, &content)?;
            return Ok(page);
        }
        RecordFormat::Sgf => games.iter().map(sgf::write_tree).collect::<String>().into_bytes(),
        format => {
            let contents = (1..).zip(games).map(|(number, game)| content(format, number, game, out));
            contents.collect::<Result<Vec<_>, _>>()?.concat()
        }
    };
    write(out, &content)?;
    Ok(None)
}

/// The main line of a game as a file.
fn content(format: RecordFormat, game: usize, tree: &GameTree, out: &Path) -> Result<Vec<u8>, GamesError> {
    format.write(&tree.main_line()).map_err(|source| unwritable(out, WriteError { game, ..source }))
}

/// One tree of the games of all files, and what was left out because they differ.
///
/// # Errors
/// [`GamesError::Merge`] for the first game of another rule, board or set-up, and if the tree becomes too large.
pub fn merge(files: &[(PathBuf, Vec<GameTree>)]) -> Result<(Vec<GameTree>, LeftOut), GamesError> {
    let numbered = files.iter().flat_map(|(path, games)| iter::repeat(path).zip(1..).zip(games));
    let (places, games): (Vec<_>, Vec<&GameTree>) = numbered.unzip();
    let [first, others @ ..] = &games[..] else { return Ok((Vec::new(), LeftOut::new())) };
    let mut all = GameTree::clone(first);
    let left_out = all.merge(others).map_err(|MergeError { number, source }| {
        let (path, number) = places[number];
        GamesError::Merge { path: path.clone(), number, source }
    })?;
    Ok((vec![all], left_out))
}

fn unwritable(path: &Path, source: WriteError) -> GamesError {
    GamesError::Unwritable { path: path.to_owned(), source }
}

fn write_folder(games: &[GameTree], folder: &Path) -> Result<(), GamesError> {
    let format = RecordFormat::of_name(folder);
    let contents = (1..).zip(games).map(|(number, game)| content(format, number, game, folder));
    let contents = contents.collect::<Result<Vec<_>, _>>()?;
    fs::create_dir(folder).map_err(|source| GamesError::Write { path: folder.to_owned(), source })?;
    let ending = folder.extension().unwrap_or_default().to_string_lossy();
    for (number, content) in (1..).zip(contents) {
        write(&folder.join(format!("{number:06}.{ending}")), &content)?;
    }
    Ok(())
}

fn write(path: &Path, content: &[u8]) -> Result<(), GamesError> {
    replace(path, content).map_err(|source| GamesError::Write { path: path.to_owned(), source })
}
