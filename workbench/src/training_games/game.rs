//! A game for training.

use rustgomo::board::Board;
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

/// The other lines of a multi-PV search, best first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherLines {
    /// Index of the searched move among the plies.
    pub ply: usize,
    /// First moves of the other lines with their scores for the side to move.
    pub moves: Vec<(Square, i16)>,
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
    /// The other lines of multi-PV searches, in ascending order of plies.
    pub others: Vec<OtherLines>,
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
}

impl TrainingGame {
    /// Number of positions with a searched score.
    pub fn searched(&self) -> usize {
        self.plies.iter().filter(|ply| ply.kind.score().is_some()).count()
    }

    /// The other lines of the search at a ply, empty if there was one line only.
    pub fn others_at(&self, ply: usize) -> &[(Square, i16)] {
        let found = self.others.binary_search_by_key(&ply, |others| others.ply);
        found.map_or(&[], |place| &self.others[place].moves)
    }

    /// Calls `visit` with the board before each searched move, the move and its score. Stops at an illegal
    /// move.
    pub fn replay(&self, mut visit: impl FnMut(&Board, Square, i16)) {
        let mut board = Board::new(self.size);
        for ply in &self.plies {
            if let Some(score) = ply.kind.score() {
                visit(&board, ply.square, score);
            }
            if board.play(ply.square).is_err() {
                return;
            }
        }
    }
}
