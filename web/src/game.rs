//! A game as the page names it: rule, board and moves.

use rustgomo::board::{parse_square, split_squares, square_range};
use rustgomo::record::Setup;
use rustgomo::rules::{Foul, MoveEnd, Outcome, find_win, move_end, outcome};
use rustgomo::{Board, BoardSize, Color, Rule, Square};

/// A game that was replayed under its rule.
#[derive(Clone, Debug)]
pub struct Game {
    /// The rule.
    pub rule: Rule,
    /// The position before the first move.
    pub setup: Setup,
    /// The board after all moves.
    pub board: Board,
    outcome: Outcome,
    /// The forbidden move that ended the game, if one did.
    pub foul: Option<Foul>,
}

impl Game {
    /// Replays moves such as `h8i9` on a board such as `15x15`. Stones that are set up stand before the moves, black's,
    /// white's and the side to move, each ended by a slash: `h8i8/h9/white/i9`.
    ///
    /// # Errors
    /// A sentence if the rule or the board is unknown, a square is off the board or occupied, or a move comes after the end of
    /// the game.
    pub fn new(rule: &str, size: &str, moves: &str) -> Result<Self, String> {
        let rule: Rule = rule.parse().map_err(|error| format!("rule: {error}"))?;
        let size: BoardSize = size.parse().map_err(|error| format!("board: {error}"))?;
        let (setup, moves) = match moves.split('/').collect::<Vec<_>>()[..] {
            [moves] => (Setup::default(), moves),
            [black, white, first, moves] => (set_up([black, white], first, size)?, moves),
            _ => return Err(format!("expected moves, or black/white/side to move/moves, found {moves:?}")),
        };
        let board = setup.board(size).map_err(|error| format!("set-up: {error}"))?;
        let outcome = outcome(&board, rule);
        let mut game = Self { rule, setup, board, outcome, foul: None };
        for (name, number) in split_squares(moves).zip(1..) {
            let fault = |problem: &str| format!("move {number}, {name}: {problem}");
            let square = square(name, size).map_err(|problem| fault(&problem))?;
            game.play(square).map_err(|problem| fault(&problem))?;
        }
        Ok(game)
    }

    fn play(&mut self, square: Square) -> Result<(), String> {
        if self.outcome != Outcome::Unfinished {
            return Err("the game is over".to_owned());
        }
        let mover = self.board.side_to_move();
        let is_free = self.board.is_empty(square);
        let end = if is_free { move_end(&self.board, self.rule, mover, square) } else { None };
        self.board.play(square).map_err(|error| error.to_string())?;
        self.outcome = end.map_or(Outcome::Unfinished, |end| end.outcome(mover));
        self.foul = end.and_then(MoveEnd::foul);
        Ok(())
    }

    /// How the game stands; black has lost by a forbidden move.
    pub const fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// The stones of the winning row.
    pub fn winning_row(&self) -> Vec<Square> {
        let win = if self.foul.is_some() { None } else { find_win(&self.board, self.rule) };
        win.map_or_else(Vec::new, |win| win.rows.into_iter().flat_map(|row| row.squares).collect())
    }
}

fn set_up(stones: [&str; 2], first: &str, size: BoardSize) -> Result<Setup, String> {
    let side_to_move = Color::BOTH.into_iter().find(|color| color.name() == first);
    let side_to_move =
        side_to_move.ok_or_else(|| format!("set-up: expected black or white, found {first:?}"))?;
    let mut setup = Setup { side_to_move, ..Setup::default() };
    for (color, names) in Color::BOTH.into_iter().zip(stones) {
        for name in split_squares(names) {
            let square = square(name, size).map_err(|problem| format!("set-up, {name}: {problem}"))?;
            setup.stones[color].insert(square);
        }
    }
    Ok(setup)
}

fn square(name: &str, size: BoardSize) -> Result<Square, String> {
    parse_square(name, size).map_err(|_| format!("expected {}", square_range(size)))
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
    fn a_game_goes_on_from_stones_that_are_set_up() {
        let game = Game::new("caro", "9", "a1b1c1d1/a2b2/white/a9e1").unwrap();
        assert_eq!((game.outcome(), game.board.empty_count()), (Outcome::Win(Color::Black), 81 - 8));
        let error = |moves| Game::new("caro", "9", moves).unwrap_err();
        assert_eq!(error("a1/a1/white/"), "set-up: the square is not empty");
        assert_eq!(error("a1//white/a1"), "move 1, a1: the square is not empty");
        assert_eq!(error("z1//white/"), "set-up, z1: expected a square from a1 to i9");
        assert_eq!(error("a1//w/"), "set-up: expected black or white, found \"w\"");
        assert_eq!(error("a1/b1"), "expected moves, or black/white/side to move/moves, found \"a1/b1\"");
    }

    #[test]
    fn a_forbidden_move_ends_the_game() {
        let game = Game::new("renju", "15", "h8a1h9a2i10a3j10a4h10").unwrap();
        assert_eq!((game.foul, game.outcome()), (Some(Foul::DoubleThree), Outcome::Win(Color::White)));
        assert!(game.winning_row().is_empty());
        assert!(Game::new("standard", "15", "h8a1h9a2i10a3j10a4h10").unwrap().foul.is_none());
    }
}
