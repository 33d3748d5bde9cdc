//! Reads the games of files and folders.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::files::read;
use crate::meter::Meter;
use rustgomo::record::tree::GameTree;
use rustgomo::record::{
    CodePage, GameRecord, Note, RecordError, RecordFile, RecordReader, VerifyError, may_hold_games,
};
use rustgomo::rules::Rule;

/// How the texts of files are read.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct EncodingOption {
    /// Code page of the texts, such as gb18030, big5, shift-jis, euc-kr or windows-1251, also of those in a
    /// RenLib file that is written [default: what the file says, else the one that fits].
    #[arg(long, value_name = "NAME")]
    pub encoding: Option<CodePage>,
}

impl EncodingOption {
    /// A reader of files whose games have this rule if they name none.
    pub const fn reader(self, rule: Option<Rule>) -> RecordReader {
        RecordReader { rule, code_page: self.encoding }
    }
}

/// What is to be known of files beside their games.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// What is to be told of each file.
    pub notes: Vec<(PathBuf, Note)>,
    /// The code page of the texts, of several files that of the first.
    pub code_page: Option<CodePage>,
    /// Number of games in all files, those that cannot be read included.
    pub games: usize,
    /// The numbers of games that are left out, each with why, and its file if there are several.
    refused: Vec<(usize, String)>,
}

impl Told {
    /// Whether nothing is wrong with the files or missing.
    pub fn is_whole(&self) -> bool {
        self.notes.iter().all(|(_, note)| !note.is_fault)
    }

    /// The first fault with its file.
    pub fn first_fault(&self) -> Option<String> {
        let fault = self.notes.iter().find(|(_, note)| note.is_fault);
        fault.map(|(path, note)| format!("{}: {note}", path.display()))
    }

    /// Why the game with this number among those of all files is left out.
    pub fn refusal(&self, number: usize) -> Option<&str> {
        self.refused.iter().find(|(refused, _)| *refused == number).map(|(_, text)| text.as_str())
    }

    /// Adds what is to be told of a whole file.
    pub fn add_note(&mut self, path: &Path, text: String) {
        self.notes.push((path.to_owned(), Note { place: None, text, count: 1, is_fault: false }));
    }

    /// Adds a fault of a whole file.
    fn add_fault(&mut self, path: &Path, text: String) {
        self.notes.push((path.to_owned(), Note { place: None, text, count: 1, is_fault: true }));
    }

    fn add(&mut self, path: &Path, file: &RecordFile<'_>, refused: impl Iterator<Item = String>) {
        let is_told = |text: &String| file.notes().iter().any(|note| note.to_string() == *text);
        let refused = refused.filter(|text| !is_told(text));
        let refused = refused.map(|text| Note { place: None, text, count: 1, is_fault: true });
        let notes = file.notes().iter().cloned().chain(refused);
        self.notes.extend(notes.map(|note| (path.to_owned(), note)));
        self.code_page = self.code_page.or(file.code_page());
    }
}

/// The place of a game.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// Its file.
    pub path: &'a Path,
    /// Its number in the file, from 1. Games that cannot be read count, too.
    pub in_file: usize,
    /// Its number over all files.
    pub number: usize,
}

/// Whether a game with this number over all files is wanted.
type Wants<'a> = &'a mut dyn FnMut(usize, &GameRecord) -> bool;
/// What is done with each game.
type Take<'a, T> = &'a mut dyn FnMut(T) -> Result<()>;

/// Files in any format, or all files of records of folders and those in them, by name, whose games are read
/// one after another.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// The files and folders.
    pub paths: &'a [PathBuf],
    /// How it is read.
    pub reader: &'a RecordReader,
    /// Hears how far it is.
    pub meter: &'a dyn Meter,
}

impl Source<'_> {
    /// Gives each game to `take`. One of several files that has none is told.
    pub fn games(&self, take: &mut dyn FnMut(Place<'_>, GameRecord) -> Result<()>) -> Result<Told> {
        self.visit(RecordFile::next_game_telling, &mut |place, game| take(place, game).map(|()| None))
    }

    /// The [`games`](Self::games) that are wanted, by their numbers over all files, without those of them that
    /// [`check`](super::check) refuses, which are told.
    pub fn sound_games(&self, wants: Wants<'_>, take: Take<'_, GameRecord>) -> Result<Told> {
        self.visit(RecordFile::next_game_telling, &mut |place, game| {
            let verdict = wants(place.number, &game).then(|| game.verify());
            take_sound(verdict, || take(game))
        })
    }

    /// [`sound_games`](Self::sound_games) with variations, comments and marks, and their main lines.
    pub fn trees(
        &self,
        wants: Wants<'_>,
        take: &mut dyn FnMut(Place<'_>, GameTree, GameRecord) -> Result<()>,
    ) -> Result<Told> {
        self.visit(RecordFile::next_tree_telling, &mut |place, tree| {
            let game = tree.main_line();
            let verdict = wants(place.number, &game).then(|| game.verify());
            take_sound(verdict, || take(place, tree, game))
        })
    }

    fn visit<T>(
        &self,
        next: impl Fn(&mut RecordFile<'static>, &mut dyn FnMut(usize)) -> Option<Result<T, RecordError>>,
        take: &mut dyn FnMut(Place<'_>, T) -> Result<Option<VerifyError>>,
    ) -> Result<Told> {
        let files = self.files()?;
        let (mut told, mut taken, mut empty) = (Told::default(), 0, Vec::new());
        for (path, number) in files.iter().zip(1..) {
            let bytes = match read(path) {
                Err(error) if files.len() > 1 => {
                    told.add_fault(path, format!("cannot be read: {}", error.root_cause()));
                    continue;
                }
                bytes => bytes?,
            };
            let length = bytes.len();
            let mut tell = |done: usize| {
                let (done, all, unit) = if files.len() > 1 {
                    (number, files.len(), "files")
                } else {
                    (done / KB, length / KB, "KB")
                };
                self.meter.advance(done.min(all) as u64, all as u64, unit);
            };
            let mut file = self.reader.open(path, bytes);
            let (mut count, mut left_out, mut refused) = (0, 0, Vec::new());
            while let Some(game) = next(&mut file, &mut tell) {
                count += 1;
                told.games += 1;
                let problem = match game {
                    Ok(game) => take(Place { path, in_file: count, number: told.games }, game)?
                        .map(|problem| format!("{problem}; the game is left out")),
                    Err(error) => Some(error.to_string()),
                };
                taken += usize::from(problem.is_none());
                left_out += usize::from(problem.is_some());
                if left_out <= MAX_TOLD {
                    refused.extend(problem.map(|problem| (count, told.games, problem)));
                }
            }
            let name = |number, text| if count == 1 { text } else { format!("game {number}, {text}") };
            let refused: Vec<_> =
                refused.into_iter().map(|(number, overall, text)| (overall, name(number, text))).collect();
            let placed = |text: &String| {
                if files.len() > 1 { format!("{}: {text}", path.display()) } else { text.clone() }
            };
            told.refused.extend(refused.iter().map(|(overall, text)| (*overall, placed(text))));
            let more = (left_out > MAX_TOLD).then(|| format!("{left_out} of {count} games left out in all"));
            told.add(path, &file, refused.into_iter().map(|(_, text)| text).chain(more));
            empty.extend((count == 0).then_some(path));
        }
        if taken > 0 {
            for path in &empty {
                told.add_fault(path, "expected at least one game, found none".into());
            }
            return Ok(told);
        }
        if let Some(fault) = told.first_fault() {
            bail!("{fault}");
        }
        let names: Vec<_> = self.paths.iter().map(|path| path.display().to_string()).collect();
        bail!("expected at least one game in {}, found none", names.join(", "))
    }

    /// The files, with those of folders.
    fn files(&self) -> Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        for path in self.paths {
            if path.is_dir() {
                find_files(path, &mut files)?;
            } else {
                files.push(path.clone());
            }
        }
        Ok(files)
    }
}

/// Takes a game with this verdict, if it is wanted; returns why it is left out.
fn take_sound(
    verdict: Option<Result<(), VerifyError>>,
    take: impl FnOnce() -> Result<()>,
) -> Result<Option<VerifyError>> {
    match verdict {
        None => Ok(None),
        Some(Ok(())) => take().map(|()| None),
        Some(Err(problem)) => Ok(Some(problem)),
    }
}

/// Bytes in the unit of progress.
const KB: usize = 1_000;
/// Games of a file that are told one by one if they are left out.
const MAX_TOLD: usize = 100;

/// The files of records of a folder and of those in it, by name. Links to folders are not followed, since they
/// can lead back.
fn find_files(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    let error = || format!("cannot read {}", folder.display());
    let entries = fs::read_dir(folder).with_context(error)?;
    let mut entries = entries.collect::<Result<Vec<_>, _>>().with_context(error)?;
    entries.sort_by_key(fs::DirEntry::path);
    for entry in entries {
        let path = entry.path();
        let kind = entry.file_type().with_context(error)?;
        if kind.is_dir() {
            find_files(&path, found)?;
        } else if may_hold_games(&path) {
            found.push(path);
        }
    }
    Ok(())
}
