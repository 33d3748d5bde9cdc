//! How a whole game ended.

use super::{Foul, Rule, WinningRow, find_win, foul};
use crate::board::Board;
use crate::geometry::{Color, Square};

/// The end of a game by a winning row, a forbidden move or a full board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameEnd {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// Why the last move was forbidden, if it was.
    pub foul: Option<Foul>,
    /// The winning rows, each from one end to the other.
    pub rows: Vec<Vec<Square>>,
    /// Winning rows of the loser, which were set up as well.
    pub other_rows: Vec<Vec<Square>>,
    /// Length of the board's [`history`](Board::history) up to the end; `None` if the rows were set up.
    pub plies: Option<usize>,
}

impl GameEnd {
    /// How the game on a board ended, whatever was played after that: by the first winning row, the first
    /// forbidden move or the full board. `None` while it goes on.
    ///
    /// # Examples
    /// ```
    /// use rustgomo::board::from_diagram;
    /// use rustgomo::rules::{Foul, GameEnd};
    /// use rustgomo::{Rule, Square};
    ///
    /// let rows = ". . . . . . .\n. . X . . . .\n. . X . . . .\n. . . X X . .\n. . . . . . .\n. . . . . . .\n. O . O . O O";
    /// let mut board = from_diagram(rows)?;
    /// board.play(Square::at(2, 3))?;
    /// let end = GameEnd::of(&board, Rule::Renju);
    /// assert_eq!(end.and_then(|end| end.foul), Some(Foul::DoubleThree));
    /// assert_eq!(GameEnd::of(&board, Rule::Standard), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(board: &Board, rule: Rule) -> Option<Self> {
        let by_rows = Self::by_rows(board, rule);
        let won_at = by_rows.as_ref().map_or(usize::MAX, |end| end.plies.unwrap_or(0));
        let first = fouls_of_game(board, rule).into_iter().next();
        let Some((plies, foul)) = first.filter(|&(plies, _)| plies <= won_at) else { return by_rows };
        let winner = Some(Color::White);
        Some(Self { winner, foul: Some(foul), rows: vec![], other_rows: vec![], plies: Some(plies) })
    }

    /// The same if forbidden moves are allowed.
    pub fn by_rows(board: &Board, rule: Rule) -> Option<Self> {
        let Some(win) = find_win(board, rule) else {
            let plies = Some(board.history().len());
            let draw = Self { winner: None, foul: None, rows: vec![], other_rows: vec![], plies };
            return (board.empty_count() == 0).then_some(draw);
        };
        let squares = |rows: Vec<WinningRow>| rows.into_iter().map(|row| row.squares).collect();
        Some(Self {
            winner: Some(win.winner),
            foul: None,
            rows: squares(win.rows),
            other_rows: squares(win.other_rows),
            plies: win.plies,
        })
    }
}

/// The forbidden moves of the game on a board, each with the length of the [`history`](Board::history) up to
/// it.
pub fn fouls_of_game(board: &Board, rule: Rule) -> Vec<(usize, Foul)> {
    if !rule.is_restricted(Color::Black) {
        return Vec::new();
    }
    let mut past = board.clone();
    while past.undo().is_some() {}
    let mut found = Vec::new();
    for (played, plies) in board.history().iter().zip(1..) {
        if rule.is_restricted(past.side_to_move()) {
            found.extend(played.and_then(|square| foul(&past, square)).map(|foul| (plies, foul)));
        }
        if past.play_or_pass(*played).is_err() {
            break;
        }
    }
    found
}
