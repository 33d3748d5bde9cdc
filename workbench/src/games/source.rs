//! Reads the games of files and folders.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;

use super::GamesError;
use rustgomo::files;
use rustgomo::record::tree::GameTree;
use rustgomo::record::{CodePage, GameRecord, Note, Reading, RecordError, RecordFormat, RecordReader};
use rustgomo::rules::Rule;

/// How the texts of files are read.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct EncodingOption {
    /// Code page of the texts, such as gb18030, big5, `shift_jis`, euc-kr or windows-1251; of a RenLib file that is written,
    /// that of its texts [default: what the file says, else the one that fits].
    #[arg(long, value_name = "NAME")]
    pub encoding: Option<CodePage>,
}

impl EncodingOption {
    /// A reader of files whose games have this rule if they name none.
    pub const fn reader(self, rule: Rule) -> RecordReader {
        RecordReader { rule, code_page: self.encoding }
    }
}

/// What files held.
#[derive(Clone, Debug)]
pub struct Games<T> {
    /// The games of all files in order.
    pub games: Vec<T>,
    /// What is to be told of each file.
    pub notes: Vec<(PathBuf, Note)>,
    /// The code page of the texts, of several files that of the first.
    pub code_page: Option<CodePage>,
}

impl<T> Default for Games<T> {
    fn default() -> Self {
        Self { games: Vec::new(), notes: Vec::new(), code_page: None }
    }
}

impl<T> Games<T> {
    /// Whether nothing is wrong with the files or missing.
    pub fn is_whole(&self) -> bool {
        self.notes.iter().all(|(_, note)| !note.is_fault)
    }

    fn add(&mut self, path: &Path, reading: Reading<T>) {
        let Reading { games, notes, code_page } = reading;
        self.games.extend(games);
        self.notes.extend(notes.into_iter().map(|note| (path.to_owned(), note)));
        self.code_page = self.code_page.or(code_page);
    }
}

/// Reads the games of a file in any format, or of all files of records of a folder and those in it, by name.
///
/// # Errors
/// [`GamesError`] if a file cannot be read or is invalid, and if there is no game. In a folder files that cannot be understood are
/// told and the others read.
pub fn read(path: &Path, reader: &RecordReader) -> Result<Games<GameRecord>, GamesError> {
    read_all(path, |path, bytes| reader.games(path, bytes))
}

/// [`read`] with variations, comments and marks, without games that [`check`](super::check) refuses, which are told.
///
/// # Errors
/// As [`read`].
pub fn read_with_variations(path: &Path, reader: &RecordReader) -> Result<Games<GameTree>, GamesError> {
    read_all(path, |path, bytes| {
        let mut reading = reader.trees(path, bytes)?;
        let is_one = reading.games.len() == 1;
        let mut number = 0;
        let notes = &mut reading.notes;
        reading.games.retain(|tree| {
            number += 1;
            let verdict = tree.main_line().verify();
            if let Err(problem) = &verdict {
                let game = if is_one { String::new() } else { format!("game {number}, ") };
                let text = format!("{game}{problem}; the game is left out");
                notes.push(Note { place: None, text, count: 1, is_fault: true });
            }
            verdict.is_ok()
        });
        Ok(reading)
    })
}

fn read_all<T>(
    path: &Path,
    read: impl Fn(&Path, &[u8]) -> Result<Reading<T>, RecordError>,
) -> Result<Games<T>, GamesError> {
    let is_folder = path.is_dir();
    let mut all = Games::default();
    let mut files = Vec::new();
    if is_folder {
        find_files(path, &mut files)?;
    } else {
        files.push(path.to_owned());
    }
    for file in files {
        let bytes = files::read(&file, files::MAX_BYTES)
            .map_err(|source| GamesError::Read { path: file.clone(), source })?;
        match read(&file, &bytes) {
            Ok(reading) => all.add(&file, reading),
            Err(source) if !is_folder => return Err(GamesError::Record { path: file, source }),
            Err(error) => {
                let note = Note { place: None, text: error.to_string(), count: 1, is_fault: true };
                all.notes.push((file, note));
            }
        }
    }
    if !all.games.is_empty() {
        return Ok(all);
    }
    match all.notes.into_iter().find(|(_, note)| note.is_fault) {
        Some((path, note)) => Err(GamesError::Faulty { path, note }),
        None => Err(GamesError::Empty { path: path.to_owned() }),
    }
}

/// The files of records of a folder and of those in it, by name. Links are not followed, since they can lead back. A text may be
/// anything, so its name does not make it one of games.
fn find_files(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), GamesError> {
    let error = |source| GamesError::Read { path: folder.to_owned(), source };
    let entries = fs::read_dir(folder).map_err(error)?;
    let mut entries = entries.collect::<Result<Vec<_>, _>>().map_err(error)?;
    entries.sort_by_key(fs::DirEntry::path);
    for entry in entries {
        let path = entry.path();
        let kind = entry.file_type().map_err(error)?;
        if kind.is_dir() {
            find_files(&path, found)?;
        } else if RecordFormat::of_name(&path) != RecordFormat::Text {
            found.push(path);
        }
    }
    Ok(())
}
