//! Files of games: read once to measure and check them, then part by part in random order.
//!
//! A run may learn from more positions than fit in memory. Of each epoch it has two windows there, one that
//! it learns from and the next one: a million positions of blocks that stand far apart in the files, in
//! random order.

use std::fs::File;
use std::io::{BufRead, BufReader, Seek};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::mpsc::sync_channel;

use anyhow::{Context, Result, bail};
use parking_lot::Mutex;
use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value;

use super::dataset::{Dataset, usable};
use super::targets::Scales;
use crate::files::{beside, hex, sha256};
use crate::training_games::{FileHeader, TrainingGame, TrainingReader, Truncated};
use rustgomo::board::{GOLDEN, mix};
use rustgomo::files;
use rustgomo::rules::Rule;

/// One in this number of games is held out.
const HELD_OUT: u64 = 20;
/// Maximum number of positions that are held out, in equal parts of all files: some twelve bytes and two
/// microseconds an epoch each.
const MAX_HELD_OUT: usize = 400_000;
/// Positions in memory at a time.
const WINDOW: u64 = 1 << 20;
/// Minimum number of positions that are read at once.
const PART: u64 = 4096;

/// A file of records as read by a training run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RecordFile {
    /// Name without folders.
    pub file: PathBuf,
    /// Bytes of its complete blocks.
    pub bytes: u64,
    /// SHA-256 of these bytes.
    pub sha256: String,
    /// Games of the rule.
    pub games: u64,
    /// Positions of these games to learn from or held out.
    pub positions: u64,
    /// Scale of the scores in centi-units per logit, for each stage of the game.
    pub scales: Vec<f32>,
    /// The manifest of `selfplay`, if there is one.
    pub manifest: Option<Value>,
}

/// Where the games of a file come from, and what its scores mean.
#[derive(Debug)]
struct Source {
    path: PathBuf,
    /// Held open if self-play still writes it: at its end it puts a packed file in its place. Others are
    /// opened when they are read, since there may be more of them than a process may hold.
    file: Option<Mutex<File>>,
    header: FileHeader,
    scales: Scales,
}

/// Consecutive blocks of a file.
#[derive(Clone, Copy, Debug)]
struct Part {
    source: usize,
    offset: u64,
    blocks: usize,
    positions: u64,
}

/// Numbers of positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    pub all: u64,
    /// Quiet ones, from which the policy learns.
    pub quiet: u64,
}

/// The games of a rule in some files.
#[derive(Debug)]
pub struct Records {
    rule: Rule,
    lambda: f32,
    sources: Vec<Source>,
    parts: Vec<Part>,
    pub files: Vec<RecordFile>,
    /// Number of positions to learn from.
    pub training: Count,
    /// Positions of games that are not learned from.
    pub held_out: Dataset,
}

/// A part of the positions of an epoch in random order.
pub(super) struct Window {
    /// Number in the epoch, from 0.
    pub(super) number: usize,
    pub(super) is_last: bool,
    pub(super) data: Dataset,
}

impl Records {
    /// Reads and measures the games of a rule. An incomplete last block is ignored, since self-play may still
    /// be writing the file.
    pub fn read(files: &[PathBuf], rule: Rule, lambda: f32) -> Result<Self> {
        let records = Self::measured(files, rule, lambda)?;
        let (training, held_out) = (records.training.all, records.held_out.samples.len());
        if training == 0 || held_out == 0 {
            bail!(
                "expected positions of {rule} to learn from and some to hold out, found {training} and {held_out}"
            );
        }
        Ok(records)
    }

    /// The positions of a rule that are not learned from: those of the held-out games, and all of test sets.
    pub fn read_held_out(files: &[PathBuf], rule: Rule, lambda: f32) -> Result<Dataset> {
        let data = Self::measured(files, rule, lambda)?.held_out;
        if data.samples.is_empty() {
            bail!("expected held-out positions of {rule}, found none");
        }
        Ok(data)
    }

    fn measured(files: &[PathBuf], rule: Rule, lambda: f32) -> Result<Self> {
        let (training, held_out) = (Count::default(), Dataset::default());
        let (sources, parts) = (Vec::new(), Vec::new());
        let mut records = Self { rule, lambda, sources, parts, files: Vec::new(), training, held_out };
        for file in files {
            let read = records.read_file(file, MAX_HELD_OUT / files.len());
            read.with_context(|| file.display().to_string())?;
        }
        Ok(records)
    }

    fn read_file(&mut self, file: &Path, most_held_out: usize) -> Result<()> {
        let opened = files::open(file)?;
        // Reads the file once, since it may grow: the hash must be that of the bytes used.
        let bytes = files::read(file, files::MAX_BYTES)?;
        let mut reader = TrainingReader::new(bytes.as_slice())?;
        let header = reader.header();
        let most_held_out = if header.is_test_set() { usize::MAX } else { most_held_out };
        let (mut games, mut starts) = (Vec::new(), Vec::new());
        let mut offset = reader.offset();
        while let Some(found) = next_games(&mut reader, self.rule)? {
            starts.push((offset, games.len()));
            games.extend(found);
            offset = reader.offset();
        }
        let scales = Scales::of(&games);
        let counts: Vec<Count> = games.par_iter().map(count).collect();
        let mut training = 0;
        for (number, &(offset, first)) in starts.iter().enumerate() {
            let end = starts.get(number + 1).map_or(games.len(), |&(_, next)| next);
            let mut positions = 0;
            for (game, count) in games[first..end].iter().zip(&counts[first..end]) {
                if !is_held_out(header, game.number) {
                    positions += count.all;
                    self.training.quiet += count.quiet;
                }
            }
            training += positions;
            self.add_block(offset, positions);
        }
        self.training.all += training;
        let before = self.held_out.samples.len();
        for game in games.iter().filter(|game| is_held_out(header, game.number)) {
            if self.held_out.samples.len() - before < most_held_out {
                self.held_out.add(game, &scales, self.lambda)?;
            }
        }
        let hash = hex(&sha256(&bytes[..offset as usize]));
        if let Some(twin) = self.files.iter().find(|twin| twin.games > 0 && twin.sha256 == hash) {
            bail!("expected every game once, found the same games in {}", twin.file.display());
        }
        let manifest = files::read(&beside(file, ".json"), files::MAX_BYTES).ok();
        self.files.push(RecordFile {
            file: name_of(file),
            bytes: offset,
            sha256: hash,
            games: games.len() as u64,
            positions: training + (self.held_out.samples.len() - before) as u64,
            scales: scales.numbers().to_vec(),
            manifest: manifest.and_then(|text| serde_json::from_slice(&text).ok()),
        });
        let held = reader.ends_plain().then(|| Mutex::new(opened));
        self.sources.push(Source { path: file.to_owned(), file: held, header, scales });
        Ok(())
    }

    /// Adds a block of the file that is read to the last part, or begins a new one.
    fn add_block(&mut self, offset: u64, positions: u64) {
        let source = self.sources.len();
        match self.parts.last_mut() {
            Some(last) if last.source == source && last.positions < PART => {
                last.blocks += 1;
                last.positions += positions;
            }
            _ => self.parts.push(Part { source, offset, blocks: 1, positions }),
        }
    }

    /// Calls `learn` with the windows of an epoch in order, from number `first` on, until it breaks off. Seed
    /// and number of the epoch determine all windows. The next one is read meanwhile.
    pub(super) fn each_window(
        &self,
        (seed, epoch): (u64, usize),
        first: usize,
        mut learn: impl FnMut(Window) -> Result<ControlFlow<()>>,
    ) -> Result<()> {
        let mut random = fastrand::Rng::with_seed(spread(spread(seed) ^ epoch as u64));
        let mut order = self.parts.clone();
        random.shuffle(&mut order);
        let groups = grouped(&order);
        std::thread::scope(|scope| {
            let (sender, windows) = sync_channel(0);
            let groups = &groups;
            scope.spawn(move || {
                for (number, group) in groups.iter().enumerate().skip(first) {
                    // Each window has its own numbers, so that a run can be continued at any of them.
                    let mut random =
                        fastrand::Rng::with_seed(spread(spread(seed) ^ epoch as u64) ^ spread(number as u64));
                    let window = self.load(group).map(|mut data| {
                        random.shuffle(&mut data.samples);
                        Window { number, is_last: number + 1 == groups.len(), data }
                    });
                    if sender.send(window).is_err() {
                        // Nobody waits for more.
                        return;
                    }
                }
            });
            for window in windows {
                if learn(window?)?.is_break() {
                    break;
                }
            }
            Ok(())
        })
    }

    /// The positions to learn from in some parts.
    fn load(&self, parts: &[Part]) -> Result<Dataset> {
        let mut data = Dataset::default();
        for part in parts {
            let path = || self.sources[part.source].path.display().to_string();
            self.load_part(part, &mut data).with_context(path)?;
        }
        Ok(data)
    }

    fn load_part(&self, part: &Part, data: &mut Dataset) -> Result<()> {
        let Source { path, file, header, scales } = &self.sources[part.source];
        let held = file.as_ref().map(Mutex::lock);
        let opened;
        let mut file: &File = if let Some(held) = &held {
            held
        } else {
            opened = files::open(path)?;
            &opened
        };
        file.rewind()?;
        let mut reader = TrainingReader::new(BufReader::new(file))?;
        reader.seek(part.offset)?;
        for _ in 0..part.blocks {
            let games = next_games(&mut reader, self.rule)?.ok_or(Truncated { offset: part.offset })?;
            for game in games.iter().filter(|game| !is_held_out(*header, game.number)) {
                data.add(game, scales, self.lambda)?;
            }
        }
        Ok(())
    }
}

/// The next block's games of a rule.
fn next_games<R: BufRead>(reader: &mut TrainingReader<R>, rule: Rule) -> Result<Option<Vec<TrainingGame>>> {
    let mut games = reader.next_whole_block()?;
    if let Some(games) = &mut games {
        games.retain(|game| game.rule == rule);
    }
    Ok(games)
}

/// The parts in groups of the size of a window, the last of which is smaller.
fn grouped(parts: &[Part]) -> Vec<&[Part]> {
    let mut groups = Vec::new();
    let (mut start, mut positions) = (0, 0);
    for (number, part) in parts.iter().enumerate() {
        positions += part.positions;
        if positions >= WINDOW || number + 1 == parts.len() {
            groups.push(&parts[start..=number]);
            (start, positions) = (number + 1, 0);
        }
    }
    groups
}

fn count(game: &TrainingGame) -> Count {
    let found = usable(game);
    Count { all: found.len() as u64, quiet: found.iter().filter(|place| place.is_quiet).count() as u64 }
}

/// Whether a game of a file is held out: all of a test set.
pub(crate) const fn is_held_out(header: FileHeader, number: u64) -> bool {
    header.is_test_set() || spread(spread(header.seed) ^ number).is_multiple_of(HELD_OUT)
}

/// Hashes a number, 0 included.
const fn spread(number: u64) -> u64 {
    mix(number.wrapping_add(GOLDEN))
}

/// A file's name without its folders.
pub(super) fn name_of(file: &Path) -> PathBuf {
    file.file_name().map_or_else(|| file.to_owned(), PathBuf::from)
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::trainer::tests::random_games;
    use super::*;
    use crate::training_games::{FileHeader, TrainingWriter, pack};

    pub(in super::super) fn written(name: &str, games: &[TrainingGame]) -> PathBuf {
        let path = std::env::temp_dir().join(format!("rustgomo-records-{name}-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let (mut writer, _) = TrainingWriter::open(&path, FileHeader { seed: 1, nodes: 1 }).unwrap();
        for game in games {
            writer.write(game).unwrap();
        }
        path
    }

    /// The positions that the windows of an epoch show, in order.
    fn shown(records: &Records, epoch: usize, first: usize) -> Vec<Vec<String>> {
        let mut windows = Vec::new();
        let mut learn = |window: Window| {
            assert_eq!(window.number, windows.len() + first);
            let subject = |&sample| format!("{:?}", window.data.subject(sample).moves);
            windows.push(window.data.samples.iter().map(subject).collect());
            Ok(ControlFlow::Continue(()))
        };
        records.each_window((7, epoch), first, &mut learn).unwrap();
        windows
    }

    #[test]
    fn an_epoch_shows_every_position_once_in_an_order_of_its_own_from_any_window_on() {
        let files = [
            written("one", &random_games(Rule::Freestyle, 700)),
            written("two", &random_games(Rule::Renju, 9)),
        ];
        let mut records = Records::read(&files, Rule::Freestyle, 0.5).unwrap();
        assert!(records.parts.len() > 1, "{:?}", records.parts);
        assert_eq!(records.files.iter().map(|file| file.games).collect::<Vec<_>>(), [700, 0]);
        let (training, held_out) = (records.training.all as usize, records.held_out.samples.len());
        assert!(held_out * 10 < training && held_out * 40 > training, "{training} and {held_out}");
        // Smaller windows: one for each part.
        records.parts.iter_mut().for_each(|part| part.positions = WINDOW);
        let epoch = shown(&records, 1, 0);
        assert_eq!((epoch.len(), epoch.concat().len()), (records.parts.len(), training));
        assert_eq!(shown(&records, 1, 1), epoch[1..]);
        let other = shown(&records, 2, 0);
        let sorted = |windows: &[Vec<String>]| {
            let mut all = windows.concat();
            all.sort();
            all
        };
        assert!(other != epoch && sorted(&other) == sorted(&epoch));
        // Self-play that ends meanwhile packs its file.
        for file in &files {
            pack(file).unwrap();
        }
        assert_eq!(shown(&records, 1, 0), epoch);
        let records = Records::read(&files, Rule::Freestyle, 0.5).unwrap();
        for file in &files {
            std::fs::remove_file(file).unwrap();
        }
        let lost = records.each_window((7, 1), 0, |_| Ok(ControlFlow::Continue(())));
        assert!(lost.unwrap_err().to_string().contains("rustgomo-records-one-"));
    }
}
