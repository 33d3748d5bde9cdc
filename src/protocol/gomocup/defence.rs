//! `YXSEARCHDEFEND`: which moves lose.

use super::reply;
use crate::engine::{Game, Request};
use crate::geometry::Square;
use crate::position::near_stones;
use crate::search::Variation;

/// More lines than there are squares.
const ALL_LINES: u32 = 1_000;

/// A search of all moves for those that lose.
#[derive(Clone, Debug, Default)]
pub(super) struct Defence {
    /// Squares that no line was told of yet.
    unseen: Vec<Square>,
    /// Squares that were told to lose.
    lost: Vec<Square>,
}

impl Defence {
    /// A search in the position of this game.
    pub(super) fn new(game: &Game) -> Self {
        let stones = game.plies().iter().filter_map(|ply| ply.square);
        Self { unseen: near_stones(stones, game.board().empty()).iter().collect(), lost: Vec::new() }
    }

    /// What the engine is asked, about the moves that a request allows.
    pub(super) fn request(allowed: Request) -> Request {
        Request { lines: ALL_LINES, ..allowed }
    }

    /// Takes in the lines so far, and makes a text of each move that is newly known to lose.
    pub(super) fn lines(&mut self, lines: &[Variation]) -> Vec<String> {
        let mut told = Vec::new();
        for (square, line) in lines.iter().filter_map(|line| Some((line.first()?, line))) {
            self.unseen.retain(|&unseen| unseen != square);
            if line.progress.score.plies_to_loss().is_some() && !self.lost.contains(&square) {
                self.lost.push(square);
                told.push(text(square));
            }
        }
        told
    }

    /// Texts of the moves that were not worth a line, because something that must be stopped is not stopped by them.
    pub(super) fn rest(self) -> Vec<String> {
        self.unseen.into_iter().map(text).collect()
    }
}

fn text(square: Square) -> String {
    format!("MESSAGE REALTIME LOST {}", reply::point(square))
}
