//! Results of games.

use super::{LineResult, Rule, line_result};
use crate::board::{Board, Cell};
use crate::geometry::{Color, DIRECTIONS, Direction, Square};

/// State of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Not finished.
    Unfinished,
    /// A player has won.
    Win(Color),
    /// The board is full and nobody has won.
    Draw,
}

/// A row of stones that wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningRow {
    /// The colour of the row.
    pub color: Color,
    /// Its stones, from one end to the other.
    pub squares: Vec<Square>,
}

/// How a game was won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WonGame {
    /// The winner.
    pub winner: Color,
    /// The winner's rows when the game ended.
    pub rows: Vec<WinningRow>,
    /// Rows of the loser, which were set up as well.
    pub other_rows: Vec<WinningRow>,
    /// Length of the board's [`history`](Board::history) including the winning move; `None` if the row was
    /// set up.
    pub plies: Option<usize>,
}

/// Whether a stone of `color` on this square makes a winning row; the stone may already be there.
pub fn move_wins(board: &Board, rule: Rule, color: Color, square: Square) -> bool {
    DIRECTIONS.into_iter().any(|d| line_result(rule, color, board.window(square, d)) == LineResult::Win)
}

/// All winning rows on a board, black's first, regardless of the history.
pub fn winning_rows(board: &Board, rule: Rule) -> Vec<WinningRow> {
    let mut rows = Vec::new();
    for color in Color::BOTH {
        for direction in DIRECTIONS {
            let is_first = |&square: &Square| {
                let before = square.step(direction, -1, board.size());
                before.is_none_or(|before| board.cell(before) != Cell::stone(color))
            };
            for square in board.stones(color).iter().filter(is_first) {
                if line_result(rule, color, board.window(square, direction)) == LineResult::Win {
                    rows.push(WinningRow { color, squares: row_from(board, square, direction) });
                }
            }
        }
    }
    rows
}

/// The stones of one colour in a row from a square along a direction.
fn row_from(board: &Board, first: Square, direction: Direction) -> Vec<Square> {
    let own = board.cell(first);
    let squares = (0..).map_while(|i| first.step(direction, i, board.size()));
    squares.take_while(|&square| board.cell(square) == own).collect()
}

/// How the game on a board was won, even if moves were played after it; `None` if it is not won.
///
/// Replays the board's history: the first winning row counts, even if later moves lengthened or closed it. If
/// both sides have a row among set-up stones, the side that is not to move wins. Forbidden moves are not
/// considered: see [`foul`](super::foul).
///
/// # Examples
/// ```
/// use rustgomo::board::from_diagram;
/// use rustgomo::rules::find_win;
/// use rustgomo::{Color, Rule};
///
/// let mut board = from_diagram("O O O O O\nX X . X X\nX . . . X\n. . . . .\n. . . . .")?;
/// let win = find_win(&board, Rule::Standard).map(|win| (win.winner, win.rows[0].squares.len(), win.plies));
/// assert_eq!(win, Some((Color::White, 5, None)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn find_win(board: &Board, rule: Rule) -> Option<WonGame> {
    let mut past = board.clone();
    while past.undo().is_some() {}
    let mut moves = board.history().iter().zip(1..).skip_while(|(played, _)| played.is_none()).peekable();
    if moves.peek().map_or(board.history().len(), |&(_, number)| number - 1) % 2 == 1 {
        past.pass();
    }
    let rows = winning_rows(&past, rule);
    if let Some(winner) = winner_of_set_up(&rows, past.side_to_move()) {
        let (rows, other_rows) = rows.into_iter().partition(|row| row.color == winner);
        return Some(WonGame { winner, rows, other_rows, plies: None });
    }
    for (&played, number) in moves {
        let Some(square) = played else {
            past.pass();
            continue;
        };
        let winner = past.side_to_move();
        if past.play(square).is_ok() && move_wins(&past, rule, winner, square) {
            let rows = winning_rows(&past, rule).into_iter().filter(|row| row.color == winner).collect();
            return Some(WonGame { winner, rows, other_rows: Vec::new(), plies: Some(number) });
        }
    }
    None
}

fn winner_of_set_up(rows: &[WinningRow], side_to_move: Color) -> Option<Color> {
    let last_mover = side_to_move.opponent();
    let has_row = |color| rows.iter().any(|row| row.color == color);
    [last_mover, side_to_move].into_iter().find(|&color| has_row(color))
}

/// The outcome of the game on a board by [`find_win`]. Forbidden moves are not considered: see
/// [`foul`](super::foul).
///
/// # Examples
/// ```
/// use rustgomo::board::{Board, parse_squares};
/// use rustgomo::rules::{Outcome, outcome};
/// use rustgomo::{BoardSize, Color, Rule};
///
/// let size = BoardSize::new(15, 15)?;
/// let board = Board::with_moves(size, parse_squares("a1 a2 b1 b2 c1 c2 d1 d2 e1", size)?)?;
/// assert_eq!(outcome(&board, Rule::Standard), Outcome::Win(Color::Black));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn outcome(board: &Board, rule: Rule) -> Outcome {
    match find_win(board, rule) {
        Some(win) => Outcome::Win(win.winner),
        None if board.empty_count() == 0 => Outcome::Draw,
        None => Outcome::Unfinished,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{from_diagram, parse_squares, square_name};
    use crate::geometry::BoardSize;

    fn played(moves: &str) -> Board {
        let size = BoardSize::default();
        Board::with_moves(size, parse_squares(moves, size).unwrap()).unwrap()
    }

    fn names(row: &WinningRow) -> String {
        let names: Vec<_> = row.squares.iter().map(|&s| square_name(s, BoardSize::default())).collect();
        names.join(" ")
    }

    #[test]
    fn a_row_that_is_not_the_last_move_has_won() {
        let five = "h8 a1 i8 a2 j8 a3 k8 a4 l8";
        for more in ["", " b1", " b1 b2", " a5"] {
            let win = find_win(&played(&format!("{five}{more}")), Rule::Freestyle).unwrap();
            assert_eq!((win.winner, win.plies), (Color::Black, Some(9)), "{more}");
            assert_eq!(win.rows.iter().map(names).collect::<Vec<_>>(), ["h8 i8 j8 k8 l8"], "{more}");
        }
    }

    #[test]
    fn what_comes_after_a_win_takes_nothing_away() {
        let lengthened = played("h8 a1 i8 a2 j8 a3 k8 a4 l8 b1 m8");
        for rule in [Rule::Standard, Rule::Renju] {
            assert_eq!(outcome(&lengthened, rule), Outcome::Win(Color::Black), "{rule}");
            assert!(winning_rows(&lengthened, rule).is_empty(), "{rule}: six are no row any more");
        }
        let closed = played("h8 g8 i8 a2 j8 a3 k8 a4 l8 m8");
        for rule in [Rule::Caro, Rule::ExactCaro] {
            assert_eq!(outcome(&closed, rule), Outcome::Win(Color::Black), "{rule}");
            let at_once = played("h8 g8 i8 m8 j8 a3 k8 a4 l8");
            assert_eq!(outcome(&at_once, rule), Outcome::Unfinished, "{rule}");
        }
    }

    #[test]
    fn of_two_rows_that_were_set_up_the_last_mover_s_counts() {
        let rows = ". . . . . .\nX X X X X .\n. . . . . .\nO O O O O .\n. . . . . .\n. . . . . .";
        let black_to_move = from_diagram(rows).unwrap();
        assert_eq!(outcome(&black_to_move, Rule::Renju), Outcome::Win(Color::White));
        let mut white_to_move = black_to_move.clone();
        white_to_move.pass();
        assert_eq!(outcome(&white_to_move, Rule::Renju), Outcome::Win(Color::Black));
        assert_eq!(winning_rows(&white_to_move, Rule::Renju).len(), 2);
        white_to_move.play(Square::at(0, 0)).unwrap();
        assert_eq!(outcome(&white_to_move, Rule::Renju), Outcome::Win(Color::Black));
    }

    #[test]
    fn an_overline_of_black_is_no_win_where_only_five_count() {
        let six =
            from_diagram("X X X X X X\nO O O . . .\nO . O . . .\n. . . . . .\n. . . . . O\n. . . . . .");
        let wins = |rule| outcome(six.as_ref().unwrap(), rule) == Outcome::Win(Color::Black);
        assert_eq!(Rule::ALL.map(wins), [true, false, false, true, false]);
    }
}
