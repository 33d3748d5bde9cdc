//! Conversion of games between formats.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::{fs, slice};

use anyhow::{Context, Result, anyhow, bail, ensure};

use super::{Choice, Source, Told};
use crate::files::replace;
use rustgomo::StopHandle;
use rustgomo::files::write_atomic;
use rustgomo::record::renlib::{self, LibraryWriter};
use rustgomo::record::tree::{GameTree, LeftOut, MergeError};
use rustgomo::record::{CodePage, Lost, RecordFormat, WriteError, sgf};

/// What became of games that were converted.
#[derive(Debug)]
pub struct Converted {
    /// Number of games in the new file.
    pub games: usize,
    /// What its format does not hold of them.
    pub lost: Vec<(usize, &'static str)>,
    /// The code page of a library's texts, if they are more than plain ASCII.
    pub page: Option<CodePage>,
    /// What is left out because games in one tree differ.
    pub left_out: LeftOut,
    /// What is to be known of the files that were read.
    pub told: Told,
}

/// Writes games of files to a file in the format of its extension, replacing an existing one. In SGF and text
/// each is written as soon as it is read, so that one game is in memory. If the format has one game per file,
/// several games become a new folder of numbered files; RenLib's has all in one tree, in the code page
/// demanded, else that of the files if it holds the texts, else that of its readers. A stop is an error, and
/// nothing is written.
pub fn convert_from(
    source: &Source<'_>,
    mut choice: Choice<'_>,
    out: &Path,
    demanded: Option<CodePage>,
    stop: &StopHandle,
) -> Result<Converted> {
    let format = RecordFormat::of_name(out);
    let (mut games, mut lost) = (0, Lost::new(format));
    let mut each = |write: &mut dyn FnMut(usize, GameTree) -> Result<()>| -> Result<Told> {
        let told = source.trees(&mut |number, game| choice.takes(number, game), &mut |place, tree, _| {
            ensure!(!stop.is_stopped(), "interrupted: {} is not written", out.display());
            games += 1;
            lost.add(&tree);
            write(place.number, tree)
        })?;
        choice.finish(&told, games)?;
        Ok(told)
    };
    let (mut page, mut left_out) = (None, LeftOut::new());
    let told = if format == RecordFormat::Lib {
        let mut library = LibraryWriter::default();
        let told = each(&mut |_, tree| library.add(tree).with_context(|| out.display().to_string()))?;
        let finished = library.finish(demanded, told.code_page);
        let written = finished.with_context(|| out.display().to_string())?;
        replace(out, &written.bytes)?;
        (page, left_out) = (written.page, written.left_out);
        told
    } else if format.holds_one_game() {
        let mut contents = Vec::new();
        let told = each(&mut |number, tree| {
            contents.push(content(format, number, &tree, out)?);
            Ok(())
        })?;
        match &contents[..] {
            [content] => replace(out, content)?,
            several => write_folder(several, out)?,
        }
        told
    } else {
        let written = write_atomic(out, |file| {
            each(&mut |number, tree| write_game(format, number, &tree, (out, file)))
        });
        written.map_err(|error: anyhow::Error| {
            // One of a file that is read has its name.
            let is_of_out = error.chain().len() == 1 && error.is::<io::Error>();
            if is_of_out { error.context(unwritable(out)) } else { error }
        })?
    };
    Ok(Converted { games, lost: lost.list(), page, left_out, told })
}

/// Appends a game to a file in a format that holds several.
fn write_game(
    format: RecordFormat,
    number: usize,
    tree: &GameTree,
    (out, file): (&Path, &mut dyn Write),
) -> Result<()> {
    if format == RecordFormat::Sgf {
        return Ok(sgf::parts(tree).try_for_each(|part| file.write_all(part.as_bytes()))?);
    }
    Ok(file.write_all(&content(format, number, tree, out)?)?)
}

/// Writes a game to a file in the format of its extension, replacing an existing one. What the format leaves
/// out is known from [`RecordFormat::lost`]. The code page of a library's texts is the one demanded, else the
/// one preferred if it holds them, else that of its readers; returns it if they are more than plain ASCII.
pub fn convert(
    game: &GameTree,
    out: &Path,
    demanded: Option<CodePage>,
    preferred: Option<CodePage>,
) -> Result<Option<CodePage>> {
    let format = RecordFormat::of_name(out);
    if format == RecordFormat::Lib {
        let written = renlib::write_trees_in(slice::from_ref(game), demanded, preferred);
        let written = written.with_context(|| out.display().to_string())?;
        replace(out, &written.bytes)?;
        return Ok(written.page);
    }
    let mut content = Vec::new();
    write_game(format, 1, game, (out, &mut content))?;
    replace(out, &content)?;
    Ok(None)
}

/// The main line of a game as a file.
fn content(format: RecordFormat, game: usize, tree: &GameTree, out: &Path) -> Result<Vec<u8>> {
    let written = format.write(&tree.main_line()).map_err(|error| WriteError { game, ..error });
    written.with_context(|| out.display().to_string())
}

/// One tree of games, each with its file and its number there, and what was left out because they differ.
pub fn merge(games: &[(PathBuf, usize, GameTree)]) -> Result<(GameTree, LeftOut)> {
    let trees: Vec<&GameTree> = games.iter().map(|(_, _, tree)| tree).collect();
    let [first, others @ ..] = &trees[..] else { bail!("expected at least one game, found none") };
    let mut all = GameTree::clone(first);
    let left_out = all.merge(others).map_err(|MergeError { number, source }| {
        let (path, number, _) = &games[number];
        anyhow!("{}, game {number}: {source}", path.display())
    })?;
    Ok((all, left_out))
}

fn unwritable(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

fn write_folder(contents: &[Vec<u8>], folder: &Path) -> Result<()> {
    if folder.is_file() {
        bail!("{} is a file, which no folder of games replaces: choose another name", folder.display());
    }
    fs::create_dir(folder).with_context(|| unwritable(folder))?;
    let ending = folder.extension().unwrap_or_default().to_string_lossy();
    for (number, content) in (1..).zip(contents) {
        replace(&folder.join(format!("{number:06}.{ending}")), content)?;
    }
    Ok(())
}
