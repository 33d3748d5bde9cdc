//! `YXSEARCHDEFEND`: the losing moves.

use crate::engine::{Game, Request};
use crate::geometry::Square;
use crate::position::near_stones;
use crate::search::Variation;

/// More lines than there are squares.
const ALL_LINES: u32 = 1_000;

/// A search of all moves for those that lose.
#[derive(Clone, Debug, Default)]
pub(super) struct Defence {
    /// Squares without a line so far.
    unseen: Vec<Square>,
    /// Whether lines were searched: a win that is known before the search does not count.
    has_searched_lines: bool,
    /// Whether an iteration is complete: only then squares without a line are known to lose.
    is_searched: bool,
}

impl Defence {
    /// A search in this game's position.
    pub(super) fn new(game: &Game) -> Self {
        let stones = game.plies().iter().filter_map(|ply| ply.square);
        let near = near_stones(stones, game.board().empty());
        Self { unseen: near.iter().collect(), ..Self::default() }
    }

    /// Handles the end of an iteration without the excluded squares, or the wins that are known before the
    /// first one.
    pub(super) fn iteration(&mut self, excluded: &[Square]) {
        self.unseen.retain(|square| !excluded.contains(square));
        self.is_searched |= self.has_searched_lines;
    }

    /// The request for all moves that a request allows.
    pub(super) fn request(allowed: Request) -> Request {
        Request { lines: ALL_LINES, ..allowed }
    }

    /// Stores the lines so far.
    pub(super) fn note(&mut self, lines: &[Variation]) {
        self.has_searched_lines |= lines.iter().any(|line| line.nodes > 0);
        self.unseen.retain(|&square| !lines.iter().any(|line| line.first() == Some(square)));
    }

    /// The squares without a line: moves there do not stop a threat that must be stopped.
    pub(super) fn rest(self) -> Vec<Square> {
        if self.is_searched { self.unseen } else { Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::BoardSize;
    use crate::search::Progress;

    fn variation(square: Square, nodes: u64) -> Variation {
        let progress = Progress { line: vec![square], ..Progress::default() };
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
        let mut defence = Defence::new(&game());
        defence.note(&[variation(seen, 5)]);
        assert!(defence.clone().rest().is_empty(), "the iteration goes on");
        defence.iteration(&[excluded]);
        let rest = defence.rest();
        assert!(rest.contains(&Square::at(6, 6)), "{rest:?}");
        assert!(!rest.contains(&seen) && !rest.contains(&excluded), "{rest:?}");
    }

    #[test]
    fn a_win_that_is_known_before_the_search_says_nothing_about_other_squares() {
        let mut defence = Defence::new(&game());
        defence.note(&[variation(Square::at(7, 8), 0)]);
        defence.iteration(&[]);
        assert!(defence.rest().is_empty());
    }
}
