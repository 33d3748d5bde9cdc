//! A game for training.

use rustgomo::geometry::{BoardSize, Color, Square};
use rustgomo::rules::Rule;

/// Origin of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlyKind {
    /// A stone of the opening.
    Opening,
    /// A random move for variety, which says nothing about the position before it.
    Random,
    /// The engine's move with its score for the side to move, in the units of `eval::Score`.
    Searched(i16),
}

impl PlyKind {
    /// The score of a searched move.
    pub const fn score(self) -> Option<i16> {
        match self {
            Self::Searched(score) => Some(score),
            Self::Opening | Self::Random => None,
        }
    }
}

/// One move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlyRecord {
    pub square: Square,
    /// The origin.
    pub kind: PlyKind,
}

/// A game from the empty board to its end or to a proven score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrainingGame {
    /// Number of the game in its run, from 0.
    pub number: u64,
    pub rule: Rule,
    pub size: BoardSize,
    /// All moves, those of the opening first.
    pub plies: Vec<PlyRecord>,
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
}

impl TrainingGame {
    /// Number of positions with a searched score.
    pub fn searched(&self) -> usize {
        self.plies.iter().filter(|ply| ply.kind.score().is_some()).count()
    }
}
