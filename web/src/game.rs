//! A game as the page names it: rule, board and moves.

use rustgomo::board::{parse_square, split_squares, square_range};
use rustgomo::geometry::{Bitboard, ByColor};
use rustgomo::rules::GameEnd;
use rustgomo::{Board, BoardSize, Color, Rule, Square};

/// A game that was replayed under its rule.
#[derive(Clone, Debug)]
pub struct Game {
    /// The rule.
    pub rule: Rule,
    /// The board after all moves.
    pub board: Board,
    /// How the game ended, if it did; black has lost by a forbidden move.
    pub end: Option<GameEnd>,
}

impl Game {
    /// Replays moves such as `h8i9` on a board such as `15x15`. Stones that are set up stand before the
    /// moves, black's, white's and the side to move, each ended by a slash: `h8i8/h9/white/i9`.
    ///
    /// # Errors
    /// A sentence if the rule or the board is unknown, a square is off the board or occupied, or a move comes
    /// after the end of the game.
    pub fn new(rule: &str, size: &str, moves: &str) -> Result<Self, String> {
        let rule: Rule = rule.parse().map_err(|error| format!("rule: {error}"))?;
        let size: BoardSize = size.parse().map_err(|error| format!("board: {error}"))?;
        let (mut board, moves) = match moves.split('/').collect::<Vec<_>>()[..] {
            [moves] => (Board::new(size), moves),
            [black, white, first, moves] => (set_up([black, white], first, size)?, moves),
            _ => return Err(format!("expected moves, or black/white/side to move/moves, found {moves:?}")),
        };
        let fault = |number: usize, problem: &str| {
            let name = split_squares(moves).nth(number - 1).unwrap_or_default();
            format!("move {number}, {name}: {problem}")
        };
        for (name, number) in split_squares(moves).zip(1..) {
            let square = square(name, size).map_err(|problem| fault(number, &problem))?;
            board.play(square).map_err(|error| fault(number, &error.to_string()))?;
        }
        let end = GameEnd::of(&board, rule);
        let last = end.as_ref().map_or(usize::MAX, |end| end.plies.unwrap_or(0));
        if last < board.history().len() {
            return Err(fault(last + 1, "the game is over"));
        }
        Ok(Self { rule, board, end })
    }
}

fn set_up(lists: [&str; 2], first: &str, size: BoardSize) -> Result<Board, String> {
    let side_to_move =
        Color::from_name(first).ok_or_else(|| format!("set-up: expected black or white, found {first:?}"))?;
    let mut stones = ByColor([Bitboard::default(); 2]);
    for (color, names) in Color::BOTH.into_iter().zip(lists) {
        for name in split_squares(names) {
            let square = square(name, size).map_err(|problem| format!("set-up, {name}: {problem}"))?;
            stones[color].insert(square);
        }
    }
    Board::with_stones(size, &stones, side_to_move).map_err(|error| format!("set-up: {error}"))
}

fn square(name: &str, size: BoardSize) -> Result<Square, String> {
    parse_square(name, size).map_err(|_| format!("expected {}", square_range(size)))
}

#[cfg(test)]
mod tests {
    use rustgomo::rules::Foul;

    use super::*;

    fn winner(game: &Game) -> Option<Color> {
        game.end.as_ref()?.winner
    }

    #[test]
    fn errors_name_the_move() {
        let error = |rule, size, moves| Game::new(rule, size, moves).unwrap_err();
        assert_eq!(error("renju", "15", "h8h8"), "move 2, h8: the square is not empty");
        assert_eq!(error("renju", "15x15", "h8 z9"), "move 2, z9: expected a square from a1 to o15");
        assert!(error("chess", "15", "").starts_with("rule: expected one of "));
        assert!(error("caro", "4x900", "").starts_with("board: expected a width and height from 5 to 22"));
        let won = "a1a2b1b2c1c2d1d2e1";
        assert_eq!(winner(&Game::new("caro", "9", won).unwrap()), Some(Color::Black));
        assert_eq!(error("caro", "9", &format!("{won}e2")), "move 10, e2: the game is over");
    }

    #[test]
    fn a_game_goes_on_from_stones_that_are_set_up() {
        let game = Game::new("caro", "9", "a1b1c1d1/a2b2/white/a9e1").unwrap();
        assert_eq!((winner(&game), game.board.empty_count()), (Some(Color::Black), 81 - 8));
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
        let end = game.end.as_ref().unwrap();
        assert_eq!(
            (end.foul, winner(&game), end.rows.len()),
            (Some(Foul::DoubleThree), Some(Color::White), 0)
        );
        assert!(Game::new("standard", "15", "h8a1h9a2i10a3j10a4h10").unwrap().end.is_none());
    }
}
