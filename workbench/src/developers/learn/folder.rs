//! The folder of a run: names, the lock, the state, and games up to a budget.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};

use super::state::name;
use super::{Generation, State, page, rows};
use crate::files::{beside, read, replace, replace_by_json};
use rustgomo::files;
use rustgomo::rules::Rule;

/// Bytes of a megabyte of the budget.
const MEGABYTE: u64 = 1_000_000;

/// The folder of a run, which no other process uses meanwhile.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// The system unlocks it also if the process is killed.
    _lock: File,
}

/// A file of games of a generation.
#[derive(Clone, Debug)]
struct GamesFile {
    /// Number of its generation.
    number: u64,
    rule: Rule,
    path: PathBuf,
    bytes: u64,
}

impl Folder {
    /// Creates the folder or opens that of an earlier run, and deletes what a killed process left unfinished.
    pub fn open(path: &Path) -> Result<Self> {
        let has_state = path.join("state.json").exists();
        if let Some(other) =
            ["elo.tsv", "index.html"].iter().find(|file| !has_state && path.join(file).exists())
        {
            bail!(
                "expected the folder of a run or a new one, found {other} without state.json in {}",
                path.display()
            );
        }
        if path.to_str().is_none_or(|name| name.contains('"')) {
            let path = path.display();
            bail!("expected a folder whose name is Unicode without quotation marks, found {path}");
        }
        for part in ["", "games", "networks", "matches"] {
            let part = path.join(part);
            files::create_folder(&part).with_context(unusable(&part))?;
        }
        let lock = path.join("lock");
        let file = files::open_with(&lock, OpenOptions::new().write(true).create(true).truncate(false));
        let file = file.with_context(unusable(&lock))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                bail!("expected a folder of its own for each run, found {} in use", path.display())
            }
            Err(TryLockError::Error(error)) => return Err(error).with_context(unusable(&lock)),
        }
        for part in ["", "games", "networks"] {
            for file in files_in(&path.join(part), "new")?.iter().filter(|file| files::is_unfinished(file)) {
                fs::remove_file(file).with_context(unusable(file))?;
            }
        }
        Ok(Self { path: path.to_owned(), _lock: file })
    }

    /// The state of the run; that before the first generation in a new folder.
    pub fn state(&self) -> Result<State> {
        let path = self.path.join("state.json");
        if !path.exists() {
            return Ok(State::default());
        }
        serde_json::from_slice(&read(&path)?).map_err(|found| {
            anyhow!("{}: expected the state of a run of `learn`, found {found}", path.display())
        })
    }

    /// Writes the state, each file in one step, then the page and the rows that are made of it.
    pub(super) fn save(&self, state: &State) -> Result<()> {
        replace_by_json(&self.path.join("state.json"), state)?;
        replace(&self.path.join("elo.tsv"), rows(state).as_bytes())?;
        replace(&self.path.join("index.html"), page(state).as_bytes())
    }

    /// The file of a part of a generation's games, from 1.
    pub(super) fn shard(&self, generation: &Generation, part: u64) -> PathBuf {
        self.path.join("games").join(format!("{}-{part:04}.rg", generation.name()))
    }

    pub(super) fn network(&self, name: &str) -> PathBuf {
        self.path.join("networks").join(format!("{name}.rgn"))
    }

    /// The file of the training in progress.
    pub(super) fn checkpoint(&self, generation: &Generation) -> PathBuf {
        self.path.join(format!("{}.state", generation.name()))
    }

    /// Deletes that file.
    pub(super) fn remove_checkpoint(&self, generation: &Generation) -> Result<()> {
        let file = self.checkpoint(generation);
        match fs::remove_file(&file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error).with_context(unusable(&file)),
            _ => Ok(()),
        }
    }

    pub(super) fn games_of_match(&self, name: &str) -> PathBuf {
        self.path.join("matches").join(format!("{name}.txt"))
    }

    /// The games of a rule up to a generation, oldest first.
    pub(super) fn games(&self, rule: Rule, last: u64) -> Result<Vec<PathBuf>> {
        let files = self.all_games()?.into_iter();
        Ok(files.filter(|file| file.number <= last && file.rule == rule).map(|file| file.path).collect())
    }

    /// All games, oldest first. Files with other names are the user's.
    fn all_games(&self) -> Result<Vec<GamesFile>> {
        let mut found = Vec::new();
        for path in files_in(&self.path.join("games"), "rg")? {
            if let Some((number, rule)) = generation_of(&path) {
                let bytes = fs::metadata(&path).with_context(unusable(&path))?.len();
                found.push(GamesFile { number, rule, path, bytes });
            }
        }
        found.sort_by_key(|file| file.number);
        Ok(found)
    }

    /// Deletes the oldest files of games beyond a budget in megabytes, but none of a generation. Returns the
    /// number of files.
    pub(super) fn drop_oldest(&self, budget: u64, current: u64) -> Result<usize> {
        let files = self.all_games()?;
        let mut bytes: u64 = files.iter().map(|file| file.bytes).sum();
        let mut dropped = 0;
        for file in files.iter().filter(|file| file.number < current) {
            if bytes <= budget.saturating_mul(MEGABYTE) {
                break;
            }
            fs::remove_file(&file.path).with_context(unusable(&file.path))?;
            // A shard from elsewhere may have none.
            let _ = fs::remove_file(beside(&file.path, ".json"));
            bytes -= file.bytes;
            dropped += 1;
        }
        Ok(dropped)
    }
}

/// The number and the rule of the generation of a file of games, which its name tells.
fn generation_of(file: &Path) -> Option<(u64, Rule)> {
    let stem = file.file_stem()?.to_str()?;
    let number = stem.split_once('-')?.0.parse().ok()?;
    let is_part = |rule: &Rule| {
        let part = stem.strip_prefix(&name(number, *rule)).and_then(|rest| rest.strip_prefix('-'));
        part.is_some_and(|part| part.parse::<u64>().is_ok())
    };
    Some((number, Rule::ALL.into_iter().find(is_part)?))
}

/// What is said of a file that cannot be used.
fn unusable(path: &Path) -> impl Fn() -> String {
    || format!("cannot use {}", path.display())
}

/// The files of a folder with an extension, in order of their names.
pub(super) fn files_in(folder: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let paths = entries.with_context(unusable(folder))?.into_iter().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|found| found == extension)).collect();
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_games_are_dropped_and_those_of_the_generation_and_of_others_stay() {
        let path = std::env::temp_dir().join(format!("rustgomo-learn-{}", std::process::id()));
        let games = path.join("games");
        let names = [
            "0002-renju-0001",
            "0002-renju-0002",
            "0003-exact-caro-0001",
            "0010-caro-0001",
            "2-mine",
            "mine",
        ];
        fs::create_dir_all(&games).unwrap();
        for name in names {
            fs::write(games.join(format!("{name}.rg")), vec![0; 600_000]).unwrap();
            fs::write(games.join(format!("{name}.rg.json")), "{}").unwrap();
        }
        fs::write(path.join("state.json.0123456789abcdef.new"), "half").unwrap();
        fs::write(path.join("what.is.new"), "whole").unwrap();
        let folder = Folder::open(&path).unwrap();
        let left = |extension| -> Vec<String> {
            let stem = |path: &PathBuf| path.file_stem().unwrap().to_string_lossy().into_owned();
            files_in(&games, extension).unwrap().iter().map(stem).collect()
        };
        assert_eq!(folder.drop_oldest(3, 10).unwrap(), 0);
        assert_eq!(folder.drop_oldest(2, 10).unwrap(), 1);
        assert_eq!(left("rg"), names[1..]);
        assert_eq!(left("json").len(), 5);
        assert_eq!(folder.games(Rule::Caro, 10).unwrap(), [games.join("0010-caro-0001.rg")]);
        assert_eq!(folder.games(Rule::ExactCaro, 9).unwrap().len(), 1);
        assert_eq!(folder.games(Rule::Caro, 9).unwrap().len(), 0);
        assert_eq!(folder.drop_oldest(0, 10).unwrap(), 2);
        assert_eq!(left("rg"), names[3..]);
        assert_eq!(left("new").len(), 0);
        assert!(path.join("what.is.new").exists() && !path.join("state.json.0123456789abcdef.new").exists());
        drop(folder);
        fs::remove_dir_all(path).unwrap();
    }
}
