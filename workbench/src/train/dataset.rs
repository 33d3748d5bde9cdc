//! Training and validation positions, read from files of games and kept compactly.

use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value;

use super::TrainError;
use super::targets::returns;
use super::targets::{Scales, mover, result};
use crate::files::{beside, hex, sha256};
use crate::training_games::{RecordReader, TrainingError, TrainingGame};
use rustgomo::board::{Board, GOLDEN, mix};
use rustgomo::eval::classical::evaluate;
use rustgomo::files;
use rustgomo::geometry::{BoardSize, Color, Square};
use rustgomo::position::Position;
use rustgomo::rules::Rule;

/// One in this number of games is held out.
const HELD_OUT: u64 = 20;
/// Resolution of stored targets.
const TARGET_STEPS: f32 = u16::MAX as f32;

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
    /// New positions of these games.
    pub positions: u64,
    /// Scale of the scores in centi-units per logit, for each stage of the game.
    pub scales: Vec<f32>,
    /// The manifest of `selfplay`, if there is one.
    pub manifest: Option<Value>,
}

/// A position: a game and a number of its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    game: u32,
    /// Number of moves, with the flag [`QUIET`].
    ply: u16,
    target: u16,
}

/// Flag of quiet positions.
const QUIET: u16 = 1 << 15;

impl Sample {
    /// Whether the position is quiet: the policy is trained on such positions.
    pub const fn is_quiet(self) -> bool {
        self.ply & QUIET != 0
    }

    /// Index of its game in the dataset.
    pub const fn game(self) -> u32 {
        self.game
    }
}

/// A position with its targets.
#[derive(Clone, Copy, Debug)]
pub struct SamplePosition<'a> {
    /// The board.
    pub size: BoardSize,
    /// The moves from the empty board.
    pub moves: &'a [Square],
    /// The TD return for the side to move, `0.0..=1.0`.
    pub target: f32,
    /// The result of the game for the side to move: 0, 0.5 or 1.
    pub result: f32,
    /// The searched move.
    pub best: Square,
    /// First moves of a multi-PV search, best first, with their scores for the side to move; else empty.
    pub lines: &'a [(Square, i16)],
}

impl SamplePosition<'_> {
    /// The side to move.
    pub const fn mover(&self) -> Color {
        mover(self.moves.len())
    }
}

#[derive(Clone, Copy, Debug)]
struct GameHead {
    start: u32,
    size: BoardSize,
    winner: Option<Color>,
}

/// Training and held-out positions, from different games.
#[derive(Debug, Default)]
pub struct Dataset {
    games: Vec<GameHead>,
    moves: Vec<Square>,
    /// The lines of all multi-PV searches, and their ranges by game and ply.
    lines: Vec<(Square, i16)>,
    lines_of: HashMap<(u32, u16), Range<usize>>,
    /// Training positions.
    pub training: Vec<Sample>,
    /// Held-out positions.
    pub held_out: Vec<Sample>,
    /// Classical evaluation of the held-out positions in centi-units for the side to move.
    pub classical: Vec<i16>,
    /// The files of the games.
    pub files: Vec<RecordFile>,
    pub(super) seen: HashMap<u64, Seen>,
}

/// A known position with its targets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    is_held_out: bool,
    place: u32,
    sum: f32,
    count: u32,
}

/// A position of a game, as found by the loader.
struct Found {
    ply: u16,
    target: f32,
    key: u64,
    classical: i16,
}

impl Dataset {
    /// Adds games of a run in order.
    ///
    /// # Errors
    /// If there are too many.
    pub fn add(
        &mut self,
        seed: u64,
        games: &[TrainingGame],
        scales: &Scales,
        lambda: f32,
    ) -> Result<(), TrainError> {
        let found: Vec<Vec<Found>> = games.par_iter().map(|game| positions(game, scales, lambda)).collect();
        for (game, found) in games.iter().zip(found) {
            let number = u32::try_from(self.games.len()).map_err(|_| TrainError::TooMany)?;
            let start = u32::try_from(self.moves.len()).map_err(|_| TrainError::TooMany)?;
            self.games.push(GameHead { start, size: game.size, winner: game.winner });
            self.moves.extend(game.plies.iter().map(|ply| ply.square));
            self.add_lines(number, game)?;
            let is_held_out = is_held_out(seed, game.number);
            for found in found {
                self.add_position(number, is_held_out, &found);
            }
        }
        Ok(())
    }

    fn add_lines(&mut self, number: u32, game: &TrainingGame) -> Result<(), TrainError> {
        for others in &game.others {
            let Some(record) = game.plies.get(others.ply) else { continue };
            let Some(score) = record.kind.score() else { continue };
            let ply = u16::try_from(others.ply).map_err(|_| TrainError::TooMany)?;
            let start = self.lines.len();
            self.lines.push((record.square, score));
            self.lines.extend(&others.moves);
            self.lines_of.insert((number, ply), start..self.lines.len());
        }
        Ok(())
    }

    /// Adds a position of a game. The target of a repeated position is the mean of all; a position is either
    /// in the training or in the held-out set, whichever came first.
    fn add_position(&mut self, game: u32, is_held_out: bool, found: &Found) {
        let Found { ply, target, key, classical } = *found;
        let list = if is_held_out { &mut self.held_out } else { &mut self.training };
        let steps = |target: f32| (target * TARGET_STEPS).round() as u16;
        if let Some(seen) = self.seen.get_mut(&key) {
            if seen.is_held_out == is_held_out {
                seen.sum += target;
                seen.count += 1;
                list[seen.place as usize].target = steps(seen.sum / seen.count as f32);
            }
            return;
        }
        // There are fewer positions than moves, whose number fits in 32 bits.
        let seen = Seen { is_held_out, place: list.len() as u32, sum: target, count: 1 };
        self.seen.insert(key, seen);
        list.push(Sample { game, ply, target: steps(target) });
        if is_held_out {
            self.classical.push(classical);
        }
    }

    /// The position of a sample with its targets.
    pub fn subject(&self, sample: Sample) -> SamplePosition<'_> {
        let head = &self.games[sample.game as usize];
        let start = head.start as usize;
        let ply = usize::from(sample.ply & !QUIET);
        let lines = self.lines_of.get(&(sample.game, sample.ply & !QUIET));
        SamplePosition {
            size: head.size,
            moves: &self.moves[start..start + ply],
            target: f32::from(sample.target) / TARGET_STEPS,
            result: result(head.winner, ply),
            best: self.moves[start + ply],
            lines: lines.map_or(&[], |range| &self.lines[range.clone()]),
        }
    }
}

/// Whether a game of a run with this seed is held out.
pub(crate) const fn is_held_out(seed: u64, number: u64) -> bool {
    spread(spread(seed) ^ number).is_multiple_of(HELD_OUT)
}

/// Hashes a number, 0 included.
const fn spread(number: u64) -> u64 {
    mix(number.wrapping_add(GOLDEN))
}

/// The undecided positions of a game whose move was searched.
fn positions(game: &TrainingGame, scales: &Scales, lambda: f32) -> Vec<Found> {
    let mut found = Vec::new();
    let mut position = Position::new(&Board::new(game.size), game.rule);
    for (ply, (record, target)) in game.plies.iter().zip(returns(game, scales, lambda)).enumerate() {
        if let Some(target) = target
            && position.is_undecided()
        {
            // Hashes do not depend on the size of the board.
            let key = position.board().canonical_hash() ^ spread(game.size.area() as u64);
            let is_quiet = position.is_quiet() && position.candidates().contains(record.square);
            let ply = ply as u16 | if is_quiet { QUIET } else { 0 };
            found.push(Found { ply, target, key, classical: evaluate(&position).centi() });
        }
        if !position.board().is_empty(record.square) {
            break;
        }
        position.play(record.square);
    }
    found
}

/// Number of games processed in parallel.
const BLOCK: usize = 4096;

impl Dataset {
    /// Reads the games of a rule. An incomplete last block is ignored, since self-play may still be writing
    /// the file.
    ///
    /// # Errors
    /// If a file cannot be read, or there are too few or too many games.
    pub fn read(files: &[PathBuf], rule: Rule, lambda: f32) -> Result<Self, TrainError> {
        let mut data = Self::default();
        for file in files {
            let found = data.read_file(file, rule, lambda)?;
            data.files.push(found);
        }
        data.seen.clear();
        data.seen.shrink_to_fit();
        let (training, held_out) = (data.training.len(), data.held_out.len());
        if training == 0 || held_out == 0 {
            return Err(TrainError::TooFew { rule: rule.name(), training, held_out });
        }
        Ok(data)
    }

    fn positions(&self) -> u64 {
        (self.training.len() + self.held_out.len()) as u64
    }

    fn read_file(&mut self, file: &Path, rule: Rule, lambda: f32) -> Result<RecordFile, TrainError> {
        let failed = |source| TrainError::Games { file: file.to_owned(), source };
        // Reads the file once, since it may grow: the hash must be that of the bytes used.
        let bytes = files::read(file, files::MAX_BYTES).map_err(|source| failed(source.into()))?;
        let mut reader = RecordReader::new(bytes.as_slice()).map_err(failed)?;
        let seed = reader.header().seed;
        let (mut games, before) = (Vec::new(), self.positions());
        loop {
            match reader.next_block() {
                Ok(Some(found)) => games.extend(found.into_iter().filter(|game| game.rule == rule)),
                Ok(None) | Err(TrainingError::Truncated { .. }) => break,
                Err(error) => return Err(failed(error)),
            }
        }
        let scales = Scales::of(&games);
        for block in games.chunks(BLOCK) {
            self.add(seed, block, &scales, lambda)?;
        }
        let used = reader.offset();
        let manifest = files::read(&beside(file, ".json"), files::MAX_BYTES).ok();
        Ok(RecordFile {
            file: name_of(file),
            bytes: used,
            sha256: hex(&sha256(&bytes[..used as usize])),
            games: games.len() as u64,
            scales: scales.numbers().to_vec(),
            positions: self.positions() - before,
            manifest: manifest.and_then(|text| serde_json::from_slice(&text).ok()),
        })
    }
}

/// A file's name without its folders.
pub(super) fn name_of(file: &Path) -> PathBuf {
    file.file_name().map_or_else(|| file.to_owned(), PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training_games::{PlyKind, PlyRecord};
    use rustgomo::rules::Rule;

    /// A game of four moves around the centre with a searched last one, optionally rotated by 180 degrees.
    fn game(score: i16, is_turned: bool) -> TrainingGame {
        let size = BoardSize::default();
        let squares = [(7, 7), (8, 8), (6, 8), (9, 6)]
            .map(|(x, y)| if is_turned { Square::at(14 - x, 14 - y) } else { Square::at(x, y) });
        let kinds = [PlyKind::Opening, PlyKind::Opening, PlyKind::Opening, PlyKind::Searched(score)];
        let plies = squares.iter().zip(kinds).map(|(&square, kind)| PlyRecord { square, kind }).collect();
        TrainingGame { number: 2, rule: Rule::Freestyle, size, plies, others: Vec::new(), winner: None }
    }

    #[test]
    fn the_same_position_of_several_games_is_worth_their_mean() {
        let target = |scores: &[i16]| {
            let mut data = Dataset::default();
            for (i, &score) in scores.iter().enumerate() {
                data.add(1, &[game(score, i % 2 == 1)], &Scales::default(), 0.0).unwrap();
            }
            let samples: Vec<Sample> = data.training.iter().chain(&data.held_out).copied().collect();
            assert_eq!(samples.len(), 1);
            data.subject(samples[0]).target
        };
        let (low, high) = (target(&[-100]), target(&[200]));
        assert!(high > low + 0.2);
        assert!((target(&[-100, 200, 200]) - (low + 2.0 * high) / 3.0).abs() < 1e-4);
    }
}
