//! One game for training.

use rustgomo::board::Board;
use rustgomo::geometry::{BoardSize, Color, Square};
use rustgomo::rules::Rule;

/// How a move came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlyKind {
    /// A stone of the opening.
    Opening,
    /// A move drawn at random, for variety: says nothing about the position before it.
    Random,
    /// The engine's move, with the score it saw for the side to move, in the units of `eval::Score`.
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
    /// Where the stone went.
    pub square: Square,
    /// How it came about.
    pub kind: PlyKind,
}

/// The other moves of a search for several lines, the best first, with their scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherLines {
    /// Number of moves before: that of the searched move among the plies.
    pub ply: usize,
    /// First moves of the other lines, with the scores they had for the side to move.
    pub moves: Vec<(Square, i16)>,
}

/// A game from an empty board to its end, or to a score that is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrainingGame {
    /// Number of the game within its run; tells which games a broken-off run still lacks.
    pub number: u64,
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// All moves, those of the opening first.
    pub plies: Vec<PlyRecord>,
    /// What else the searches for several lines found, in ascending order of the plies.
    pub others: Vec<OtherLines>,
    /// Who won; `None` is a draw.
    pub winner: Option<Color>,
}

impl TrainingGame {
    /// Number of positions with a searched score.
    pub fn searched(&self) -> usize {
        self.plies.iter().filter(|ply| ply.kind.score().is_some()).count()
    }

    /// The other lines of the search at a ply, none where it found one alone.
    pub fn others_at(&self, ply: usize) -> &[(Square, i16)] {
        let found = self.others.binary_search_by_key(&ply, |others| others.ply);
        found.map_or(&[], |place| &self.others[place].moves)
    }

    /// Calls back with the board before each searched move, the move and its score. Ends early at a move that cannot
    /// be played.
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
