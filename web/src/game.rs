//! A game as the page names it: rule, board and moves.

use rustgomo::board::{parse_square, split_squares, square_range};
use rustgomo::rules::{Foul, Outcome, find_win, foul, outcome};
use rustgomo::{Board, BoardSize, Color, Rule, Square};

/// A game that was replayed under its rule.
#[derive(Clone, Debug)]
pub struct Game {
    /// The rule.
    pub rule: Rule,
    /// The board after all moves.
    pub board: Board,
    /// The forbidden move that ended the game, if one did.
    pub foul: Option<Foul>,
}

impl Game {
    /// Replays moves such as `h8i9` on a board such as `15x15`.
    ///
    /// # Errors
    /// A sentence if the rule or the board is unknown, a square is off the board or occupied, or a move comes after the end of
    /// the game.
    pub fn new(rule: &str, size: &str, moves: &str) -> Result<Self, String> {
        let rule: Rule = rule.parse().map_err(|error| format!("rule: {error}"))?;
        let size: BoardSize = size.parse().map_err(|error| format!("board: {error}"))?;
        let mut game = Self { rule, board: Board::new(size), foul: None };
        for (name, number) in split_squares(moves).zip(1..) {
            let fault = |problem: &str| format!("move {number}, {name}: {problem}");
            let square = parse_square(name, size);
            let square = square.map_err(|_| fault(&format!("expected {}", square_range(size))))?;
            game.play(square).map_err(|problem| fault(&problem))?;
        }
        Ok(game)
    }

    fn play(&mut self, square: Square) -> Result<(), String> {
        if self.outcome() != Outcome::Unfinished {
            return Err("the game is over".to_owned());
        }
        let is_restricted = self.rule.is_restricted(self.board.side_to_move());
        let foul =
            if is_restricted && self.board.is_empty(square) { foul(&self.board, square) } else { None };
        self.board.play(square).map_err(|error| error.to_string())?;
        self.foul = foul;
        Ok(())
    }

    /// How the game stands; black has lost by a forbidden move.
    pub fn outcome(&self) -> Outcome {
        if self.foul.is_some() { Outcome::Win(Color::White) } else { outcome(&self.board, self.rule) }
    }

    /// The stones of the winning row.
    pub fn winning_row(&self) -> Vec<Square> {
        let win = if self.foul.is_some() { None } else { find_win(&self.board, self.rule) };
        win.map_or_else(Vec::new, |win| win.rows.into_iter().flat_map(|row| row.squares).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_move() {
        let error = |rule, size, moves| Game::new(rule, size, moves).unwrap_err();
        assert_eq!(error("renju", "15", "h8h8"), "move 2, h8: the square is not empty");
        assert_eq!(error("renju", "15x15", "h8 z9"), "move 2, z9: expected a square from a1 to o15");
        assert!(error("chess", "15", "").starts_with("rule: expected one of "));
        assert!(error("caro", "4x900", "").starts_with("board: expected a width and height from 5 to 22"));
        let won = "a1a2b1b2c1c2d1d2e1";
        assert_eq!(Game::new("caro", "9", won).unwrap().outcome(), Outcome::Win(Color::Black));
        assert_eq!(error("caro", "9", &format!("{won}e2")), "move 10, e2: the game is over");
    }

    #[test]
    fn a_forbidden_move_ends_the_game() {
        let game = Game::new("renju", "15", "h8a1h9a2i10a3j10a4h10").unwrap();
        assert_eq!((game.foul, game.outcome()), (Some(Foul::DoubleThree), Outcome::Win(Color::White)));
        assert!(game.winning_row().is_empty());
        assert!(Game::new("standard", "15", "h8a1h9a2i10a3j10a4h10").unwrap().foul.is_none());
    }
}
