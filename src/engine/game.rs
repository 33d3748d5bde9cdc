//! The game on the engine's board: its stones, plies and undo.

use super::EngineError;
use crate::board::{Board, BoardError};
use crate::geometry::{BoardSize, Color, Square};
use crate::rules::{Outcome, Rule, move_end, move_wins};

/// A move or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Its colour.
    pub color: Color,
    /// Its square; `None` for a pass.
    pub square: Option<Square>,
}

/// Stones and passes in the order played, blocked squares and the side to move.
///
/// The board's history alternates colours, with passes inserted between two stones of one colour. The plies
/// here are only those that were played or set up.
#[derive(Clone, Debug)]
pub struct Game {
    board: Board,
    plies: Vec<Ply>,
    /// Number of plies that were set up, not played.
    given: usize,
    blocked: Vec<Square>,
}

impl Game {
    /// An empty board, black to move.
    pub fn new(size: BoardSize) -> Self {
        Self { board: Board::new(size), plies: Vec::new(), given: 0, blocked: Vec::new() }
    }

    /// A set-up position. All squares must be different and on the board.
    pub(super) fn from_given(size: BoardSize, blocked: Vec<Square>, plies: Vec<Ply>, mover: Color) -> Self {
        let mut game = Self { board: Board::new(size), given: plies.len(), plies, blocked };
        game.rebuild(mover);
        game
    }

    /// The position.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// All plies, set up and played, oldest first.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The plies that were set up.
    pub fn given(&self) -> &[Ply] {
        self.plies.get(..self.given).unwrap_or_default()
    }

    /// The plies that were played, oldest first.
    pub fn played(&self) -> &[Ply] {
        self.plies.get(self.given..).unwrap_or_default()
    }

    /// Plays for the side to move.
    ///
    /// # Errors
    /// [`BoardError`] if the square is off the board or not empty.
    pub fn play(&mut self, square: Square) -> Result<(), BoardError> {
        self.play_as(self.board.side_to_move(), Some(square))
    }

    /// Plays or passes for this colour, even out of turn; the other side is to move next.
    ///
    /// # Errors
    /// [`BoardError`] if the square is off the board or not empty.
    pub fn play_as(&mut self, color: Color, square: Option<Square>) -> Result<(), BoardError> {
        let mut board = self.board.clone();
        board.give_turn(color);
        board.play_or_pass(square)?;
        self.board = board;
        self.plies.push(Ply { color, square });
        Ok(())
    }

    /// Sets the side to move.
    pub fn give_turn(&mut self, color: Color) {
        self.board.give_turn(color);
    }

    /// Takes back the last ply, whose player is then to move; `None` if there is none.
    pub fn undo(&mut self) -> Option<Ply> {
        let ply = self.plies.pop()?;
        self.given = self.given.min(self.plies.len());
        self.rebuild(ply.color);
        Some(ply)
    }

    /// Removes any stone; the other side is then to move.
    ///
    /// # Errors
    /// [`EngineError::NoStone`] if no stone stands there.
    pub fn take_back(&mut self, square: Square) -> Result<(), EngineError> {
        let index = self.plies.iter().rposition(|ply| ply.square == Some(square));
        let index = index.ok_or(EngineError::NoStone)?;
        self.plies.remove(index);
        self.given -= usize::from(index < self.given);
        self.rebuild(self.board.side_to_move().opponent());
        Ok(())
    }

    /// The outcome, decided by the first ply that ended the game. A forbidden move loses, except for set-up
    /// stones, whose order is unknown.
    pub fn outcome(&self, rule: Rule) -> Outcome {
        let mut board = self.without_plies();
        for ply in self.given() {
            put(&mut board, *ply);
        }
        let mut stones = self.given().iter().filter_map(|ply| Some((ply.color, ply.square?)));
        if let Some((winner, _)) = stones.find(|&(color, square)| move_wins(&board, rule, color, square)) {
            return Outcome::Win(winner);
        }
        for ply in self.played() {
            if let Some(end) = ply.square.and_then(|square| move_end(&board, rule, ply.color, square)) {
                return end.outcome(ply.color);
            }
            put(&mut board, *ply);
        }
        if board.empty_count() == 0 { Outcome::Draw } else { Outcome::Unfinished }
    }

    fn without_plies(&self) -> Board {
        let mut board = Board::new(self.board.size());
        for &square in &self.blocked {
            let blocked = board.block(square);
            debug_assert!(blocked.is_ok(), "{square:?}");
        }
        board
    }

    /// Replays all plies. All squares are different and on the board.
    fn rebuild(&mut self, side_to_move: Color) {
        let mut board = self.without_plies();
        for ply in &self.plies {
            put(&mut board, *ply);
        }
        board.give_turn(side_to_move);
        self.board = board;
    }
}

/// Plays a ply whose square is known to be free.
fn put(board: &mut Board, ply: Ply) {
    board.give_turn(ply.color);
    let played = board.play_or_pass(ply.square);
    debug_assert!(played.is_ok(), "{ply:?}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Bitboard;

    fn size() -> BoardSize {
        BoardSize::default()
    }

    fn game(moves: &[(Color, u8, u8)]) -> Game {
        let mut game = Game::new(size());
        for &(color, x, y) in moves {
            game.play_as(color, Some(Square::at(x, y))).unwrap();
        }
        game
    }

    #[test]
    fn any_order_of_colours_can_be_played_and_undone_one_by_one() {
        let mut game = game(&[(Color::Black, 0, 0), (Color::Black, 1, 0), (Color::White, 2, 0)]);
        game.play_as(Color::White, None).unwrap();
        assert_eq!(game.board().side_to_move(), Color::Black);
        assert!(game.play_as(Color::Black, Some(Square::at(0, 0))).is_err());
        assert_eq!(game.plies().len(), 4);
        for (color, left) in [(Color::White, 3), (Color::White, 2), (Color::Black, 1), (Color::Black, 0)] {
            assert_eq!(game.undo().map(|ply| ply.color), Some(color));
            assert_eq!((game.board().side_to_move(), game.plies().len()), (color, left));
        }
        assert_eq!(game.undo(), None);
        assert_eq!(game.board().empty_count(), 225);
    }

    #[test]
    fn a_five_and_a_forbidden_move_end_the_game_whatever_follows() {
        let five: Vec<_> = (0..5).map(|x| (Color::Black, x, 0)).collect();
        let mut won = game(&five);
        won.play_as(Color::White, Some(Square::at(9, 9))).unwrap();
        assert_eq!(won.outcome(Rule::Renju), Outcome::Win(Color::Black));
        won.undo();
        won.undo();
        assert_eq!(won.outcome(Rule::Renju), Outcome::Unfinished);
        let six: Vec<_> = [0, 1, 2, 3, 5, 4].map(|x| (Color::Black, x, 0)).into();
        assert_eq!(game(&six).outcome(Rule::Renju), Outcome::Win(Color::White));
        assert_eq!(game(&six).outcome(Rule::Standard), Outcome::Unfinished);
        assert_eq!(game(&six).outcome(Rule::Freestyle), Outcome::Win(Color::Black));
    }

    #[test]
    fn any_stone_can_be_taken_back() {
        let mut game = Game::new(size());
        let squares: Vec<Square> = (0..4).map(|x| Square::at(x, 2 * x)).collect();
        for &square in &squares {
            game.play(square).unwrap();
        }
        game.take_back(squares[3]).unwrap();
        assert_eq!(game.board().side_to_move(), Color::White);
        game.take_back(squares[0]).unwrap();
        assert_eq!(game.board().side_to_move(), Color::Black);
        assert_eq!(*game.board().stones(Color::White), Bitboard::from_iter([squares[1]]));
        assert!(matches!(game.take_back(squares[0]), Err(EngineError::NoStone)));
        game.take_back(squares[2]).unwrap();
        game.take_back(squares[1]).unwrap();
        assert_eq!(game.board().empty_count(), 225);
    }
}
