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
    /// Whether a line was searched, and did not only stand in front of the search as a win that is known.
    has_searched_lines: bool,
    /// Whether an iteration is complete: only then it is known which squares are worth no line.
    is_searched: bool,
}

impl Defence {
    /// A search in the position of this game, where of these squares nothing will be known.
    pub(super) fn new(game: &Game, excluded: &[Square]) -> Self {
        let stones = game.plies().iter().filter_map(|ply| ply.square);
        let near = near_stones(stones, game.board().empty());
        Self { unseen: near.iter().filter(|square| !excluded.contains(square)).collect(), ..Self::default() }
    }

    /// Takes note of the end of an iteration, or of the wins that are known before the first one.
    pub(super) const fn iteration(&mut self) {
        self.is_searched |= self.has_searched_lines;
    }

    /// What the engine is asked, about the moves that a request allows.
    pub(super) fn request(allowed: Request) -> Request {
        Request { lines: ALL_LINES, ..allowed }
    }

    /// Takes in the lines so far, and makes a text of each move that is newly known to lose.
    pub(super) fn lines(&mut self, lines: &[Variation]) -> Vec<String> {
        self.has_searched_lines |= lines.iter().any(|line| line.nodes > 0);
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
        let lost = if self.is_searched { self.unseen } else { Vec::new() };
        lost.into_iter().map(text).collect()
    }
}

fn text(square: Square) -> String {
    format!("MESSAGE REALTIME LOST {}", reply::point(square))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::eval::Score;
    use crate::geometry::BoardSize;
    use crate::search::Progress;

    fn variation(square: Square, nodes: u64) -> Variation {
        let progress = Progress {
            depth: 1,
            seldepth: 1,
            score: Score::ZERO,
            nodes,
            vcf_moves: 0,
            elapsed: Duration::ZERO,
            line: vec![square],
        };
        Variation { progress, nodes }
    }

    fn game() -> Game {
        let mut game = Game::new(BoardSize::default());
        game.play(Square::at(7, 7)).unwrap();
        game
    }

    #[test]
    fn squares_without_a_line_lose_once_an_iteration_is_complete() {
        let [seen, excluded] = [Square::at(7, 8), Square::at(8, 8)];
        let mut defence = Defence::new(&game(), &[excluded]);
        assert!(defence.lines(&[variation(seen, 5)]).is_empty());
        assert!(defence.clone().rest().is_empty(), "the iteration goes on");
        defence.iteration();
        let rest = defence.rest();
        assert!(rest.contains(&text(Square::at(6, 6))), "{rest:?}");
        assert!(!rest.contains(&text(seen)) && !rest.contains(&text(excluded)), "{rest:?}");
    }

    #[test]
    fn a_win_that_is_known_before_the_search_says_nothing_about_other_squares() {
        let mut defence = Defence::new(&game(), &[]);
        defence.lines(&[variation(Square::at(7, 8), 0)]);
        defence.iteration();
        assert!(defence.rest().is_empty());
    }
}
