//! Positions in memory: those held out, or a part of those to learn from.

use anyhow::{Context, Result};

use super::targets::{Scales, mover, result, returns};
use crate::training_games::{PlyKind, TrainingGame};
use rustgomo::board::Board;
use rustgomo::geometry::{BoardSize, Color, Square};
use rustgomo::position::Position;

/// Resolution of stored targets.
const TARGET_STEPS: f32 = u16::MAX as f32;

/// A position: a game and a number of its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    game: u32,
    /// Number of moves, with the flags [`QUIET`] and [`PLAYED_OUT`].
    ply: u16,
    target: u16,
}

/// Flag of quiet positions.
const QUIET: u16 = 1 << 15;
/// Flag of positions without a later random move.
const PLAYED_OUT: u16 = 1 << 14;

impl Sample {
    /// Whether the position is quiet: the policy is trained on such positions.
    pub const fn is_quiet(self) -> bool {
        self.ply & QUIET != 0
    }

    /// Whether no random move follows, so that the result of the game says something about the position.
    pub const fn is_played_out(self) -> bool {
        self.ply & PLAYED_OUT != 0
    }

    /// Index of its game in the dataset.
    pub const fn game(self) -> u32 {
        self.game
    }
}

/// A position with its targets.
#[derive(Clone, Copy, Debug)]
pub struct SamplePosition<'a> {
    pub size: BoardSize,
    /// The moves from the empty board.
    pub moves: &'a [Square],
    /// The TD return for the side to move, `0.0..=1.0`.
    pub target: f32,
    /// The result of the game for the side to move: 0, 0.5 or 1.
    pub result: f32,
    /// The searched move.
    pub best: Square,
}

impl SamplePosition<'_> {
    /// The side to move.
    pub const fn mover(&self) -> Color {
        mover(self.moves.len())
    }

    /// The board after the moves.
    pub fn board(&self) -> Board {
        let mut board = Board::new(self.size);
        for &square in self.moves {
            if board.play(square).is_err() {
                break;
            }
        }
        board
    }
}

#[derive(Clone, Copy, Debug)]
struct GameHead {
    start: u32,
    size: BoardSize,
    winner: Option<Color>,
}

/// Positions of games. An average position takes some eleven bytes.
#[derive(Debug, Default)]
pub struct Dataset {
    games: Vec<GameHead>,
    moves: Vec<Square>,
    /// The positions.
    pub samples: Vec<Sample>,
}

/// Numbers of games and moves have 32 bits.
const TOO_MANY: &str = "expected fewer than 2^32 moves of recorded games, found more";

impl Dataset {
    /// Adds a game's positions to learn from: those that are undecided and whose move was searched.
    pub fn add(&mut self, game: &TrainingGame, scales: &Scales, lambda: f32) -> Result<()> {
        let number = u32::try_from(self.games.len()).context(TOO_MANY)?;
        let start = u32::try_from(self.moves.len()).context(TOO_MANY)?;
        self.games.push(GameHead { start, size: game.size, winner: game.winner });
        self.moves.extend(game.plies.iter().map(|ply| ply.square));
        let targets = returns(game, scales, lambda);
        for place in usable(game) {
            let Some(target) = targets[place.ply] else { continue };
            let flag = |is_set, flag| if is_set { flag } else { 0 };
            let ply = place.ply as u16 | flag(place.is_quiet, QUIET) | flag(place.is_played_out, PLAYED_OUT);
            let target = (target * TARGET_STEPS).round() as u16;
            self.samples.push(Sample { game: number, ply, target });
        }
        Ok(())
    }

    /// The position of a sample with its targets.
    pub fn subject(&self, sample: Sample) -> SamplePosition<'_> {
        let head = &self.games[sample.game as usize];
        let start = head.start as usize;
        let ply = usize::from(sample.ply & !(QUIET | PLAYED_OUT));
        SamplePosition {
            size: head.size,
            moves: &self.moves[start..start + ply],
            target: f32::from(sample.target) / TARGET_STEPS,
            result: result(head.winner, ply),
            best: self.moves[start + ply],
        }
    }
}

/// A position of a game that can be learned from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct UsablePly {
    /// Number of moves before it.
    ply: usize,
    /// Whether the policy can learn from it, too.
    pub(super) is_quiet: bool,
    /// Whether no random move follows.
    is_played_out: bool,
}

/// The undecided positions of a game whose move was searched.
pub(super) fn usable(game: &TrainingGame) -> Vec<UsablePly> {
    let mut found = Vec::with_capacity(game.plies.len());
    let last_random = game.plies.iter().rposition(|ply| matches!(ply.kind, PlyKind::Random));
    let mut position = Position::new(&Board::new(game.size), game.rule);
    for (ply, record) in game.plies.iter().enumerate() {
        if record.kind.score().is_some() && position.is_undecided() {
            let is_quiet = position.is_quiet() && position.candidates().contains(record.square);
            found.push(UsablePly { ply, is_quiet, is_played_out: last_random.is_none_or(|last| last < ply) });
        }
        if !position.board().is_empty(record.square) {
            break;
        }
        position.play(record.square);
    }
    found
}
