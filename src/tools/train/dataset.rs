//! Games kept small, and which of their positions to learn from.

use std::collections::HashSet;
use std::path::PathBuf;

use rayon::prelude::*;

use super::TrainError;
use super::returns::{mover, result, returns};
use crate::board::Board;
use crate::eval::evaluate;
use crate::geometry::{BoardSize, Color, Square};
use crate::pattern::Attack;
use crate::position::Position;
use crate::record::training::{RecordReader, TrainingError, TrainingGame};
use crate::rules::Rule;

/// One game in so many is kept for judging the network.
const HELD_OUT: u64 = 20;
/// Games that are taken apart together.
const BLOCK: usize = 4096;
/// Targets are kept in so many steps.
const TARGET_STEPS: f32 = u16::MAX as f32;

/// One position: a game and how many of its moves are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    game: u32,
    /// Number of moves before, and [`QUIET`] where nothing is forced.
    ply: u16,
    target: u16,
}

/// Marks positions where nothing is forced.
const QUIET: u16 = 1 << 15;

impl Sample {
    /// Whether nothing is forced: the policy learns from such positions.
    pub const fn is_quiet(self) -> bool {
        self.ply & QUIET != 0
    }
}

/// A position as the network takes it.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The board.
    pub size: BoardSize,
    /// The moves that led here, black's first.
    pub moves: &'a [Square],
    /// What the position is worth to its mover, `0.0..=1.0`.
    pub target: f32,
    /// The result of the game for the mover: 0, 0.5 or 1.
    pub result: f32,
    /// The move that the search chose.
    pub best: Square,
}

impl Subject<'_> {
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

/// Positions to learn from and positions to judge by, from different games.
#[derive(Debug, Default)]
pub struct Dataset {
    games: Vec<GameHead>,
    moves: Vec<Square>,
    /// To learn from.
    pub training: Vec<Sample>,
    /// To judge by.
    pub held_out: Vec<Sample>,
    /// What the classical evaluation says of the held-out positions, centi-units for the mover.
    pub classical: Vec<i16>,
    seen: HashSet<u64>,
}

/// What the loader finds at one ply.
struct Found {
    ply: u16,
    target: f32,
    key: u64,
    classical: i16,
}

impl Dataset {
    /// Reads the games of a rule. The run that writes a file may still be going on: a cut end is no error.
    ///
    /// # Errors
    /// If a file cannot be read, or holds too little or too much.
    pub fn read(files: &[PathBuf], rule: Rule, lambda: f32) -> Result<Self, TrainError> {
        let mut data = Self::default();
        for file in files {
            let games = |source| TrainError::Games { file: file.clone(), source };
            let reader = RecordReader::open(file).map_err(games)?;
            let seed = reader.header().seed;
            let mut block = Vec::with_capacity(BLOCK);
            for game in reader.games() {
                match game {
                    Ok(game) if game.rule == rule => block.push(game),
                    Ok(_) => {}
                    Err(TrainingError::Truncated { .. }) => break,
                    Err(error) => return Err(games(error)),
                }
                if block.len() == BLOCK {
                    data.add(seed, &block, lambda)?;
                    block.clear();
                }
            }
            data.add(seed, &block, lambda)?;
        }
        data.seen = HashSet::new();
        let (training, held_out) = (data.training.len(), data.held_out.len());
        if training == 0 || held_out == 0 {
            return Err(TrainError::TooFew { rule: rule.name(), training, held_out });
        }
        Ok(data)
    }

    /// Adds games of one run, in their order.
    ///
    /// # Errors
    /// If there are too many.
    pub fn add(&mut self, seed: u64, games: &[TrainingGame], lambda: f32) -> Result<(), TrainError> {
        let found: Vec<Vec<Found>> = games.par_iter().map(|game| positions(game, lambda)).collect();
        for (game, found) in games.iter().zip(found) {
            let number = u32::try_from(self.games.len()).map_err(|_| TrainError::TooMany)?;
            let start = u32::try_from(self.moves.len()).map_err(|_| TrainError::TooMany)?;
            self.games.push(GameHead { start, size: game.size, winner: game.winner });
            self.moves.extend(game.plies.iter().map(|ply| ply.square));
            let is_held_out = mix(mix(seed) ^ game.number).is_multiple_of(HELD_OUT);
            for Found { ply, target, key, classical } in found {
                if !self.seen.insert(key) {
                    continue;
                }
                let sample = Sample { game: number, ply, target: (target * TARGET_STEPS).round() as u16 };
                if is_held_out {
                    self.held_out.push(sample);
                    self.classical.push(classical);
                } else {
                    self.training.push(sample);
                }
            }
        }
        Ok(())
    }

    /// A sample with the moves and the result of its game.
    pub fn subject(&self, sample: Sample) -> Subject<'_> {
        let head = &self.games[sample.game as usize];
        let start = head.start as usize;
        let ply = usize::from(sample.ply & !QUIET);
        Subject {
            size: head.size,
            moves: &self.moves[start..start + ply],
            target: f32::from(sample.target) / TARGET_STEPS,
            result: result(head.winner, ply),
            best: self.moves[start + ply],
        }
    }
}

/// Spreads numbers over all 64 bits (splitmix64, Steele et al. 2014).
const fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The positions of a game whose own move was searched and which a search would not decide at once.
fn positions(game: &TrainingGame, lambda: f32) -> Vec<Found> {
    let mut found = Vec::new();
    let mut position = Position::new(&Board::new(game.size), game.rule);
    for (ply, (record, target)) in game.plies.iter().zip(returns(game, lambda)).enumerate() {
        if let Some(target) = target
            && is_undecided(&position)
        {
            // Hashes do not know the size of the board.
            let key = position.board().canonical_hash() ^ mix(game.size.area() as u64);
            let opponent = position.side_to_move().opponent();
            let is_quiet = position.attacks(opponent, Attack::OpenFour).is_empty()
                && position.near().contains(record.square);
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

/// Whether nobody can make a five and the mover can make no open four.
fn is_undecided(position: &Position) -> bool {
    let own = position.side_to_move();
    position.attacks(own, Attack::Five).is_empty()
        && position.attacks(own, Attack::OpenFour).is_empty()
        && position.attacks(own.opponent(), Attack::Five).is_empty()
}
