//! Finished games.

use serde::Serialize;

use rustgomo::board::{Board, square_name};
use rustgomo::geometry::{BoardSize, Color};
use rustgomo::record::GameResult;
use rustgomo::rules::{Rule, WinningRow, find_win, winning_rows};

/// A game that was ended by a winning row or a full board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FinishedGame {
    /// The result as in records: `1-0`, `0-1` or `1/2-1/2`.
    pub result: &'static str,
    /// `black` or `white`; `None` for a draw.
    pub winner: Option<&'static str>,
    /// The winning rows, each from one end to the other.
    pub rows: Vec<Vec<String>>,
    /// Number of the winning move; `None` if the rows were set up.
    pub move_number: Option<usize>,
    /// Winning rows of the other side, which were set up.
    pub other_rows: Vec<Vec<String>>,
}

impl FinishedGame {
    /// How the game on a board ended, wherever the winning row is and whatever was played after it; `None` if
    /// it has not ended. Forbidden moves are not considered.
    pub fn of(board: &Board, rule: Rule) -> Option<Self> {
        let size = board.size();
        let Some(win) = find_win(board, rule) else {
            let drawn = GameResult::Draw.name();
            let draw =
                Self { result: drawn, winner: None, rows: vec![], move_number: None, other_rows: vec![] };
            return (board.empty_count() == 0).then_some(draw);
        };
        let set_up = if win.plies.is_none() { winning_rows(board, rule) } else { Vec::new() };
        let others = set_up.iter().filter(|row| row.color != win.winner);
        let moves = |plies: usize| board.history().iter().take(plies).flatten().count();
        Some(Self {
            result: GameResult::Win(win.winner).name(),
            winner: Some(win.winner.name()),
            rows: win.rows.iter().map(|row| names(row, size)).collect(),
            move_number: win.plies.map(moves),
            other_rows: others.map(|row| names(row, size)).collect(),
        })
    }

    /// A sentence such as `black has five, h8-l8, by move 9`.
    pub fn sentence(&self) -> String {
        let Some(winner) = self.winner else { return "the board is full: a draw".to_owned() };
        let by = self.move_number.map_or(String::new(), |number| format!(", by move {number}"));
        let sentence = format!("{winner} has {}{by}", described(&self.rows));
        if self.other_rows.is_empty() {
            return sentence;
        }
        let other = if winner == Color::Black.name() { Color::White } else { Color::Black }.name();
        let rows = described(&self.other_rows);
        format!("{sentence}; {other} has {rows}, too, but is to move, so {winner} was the last to move")
    }
}

fn names(row: &WinningRow, size: BoardSize) -> Vec<String> {
    row.squares.iter().map(|&square| square_name(square, size)).collect()
}

/// Lengths and ends of rows: `five, h8-l8, and six, a1-a6`.
fn described(rows: &[Vec<String>]) -> String {
    let row = |row: &Vec<String>| {
        let length = match row.len() {
            5 => "five".to_owned(),
            6 => "six".to_owned(),
            more => format!("{more} in a row"),
        };
        let ends = [row.first(), row.last()].map(|end| end.map_or("", String::as_str)).join("-");
        format!("{length}, {ends}")
    };
    rows.iter().map(row).collect::<Vec<_>>().join(", and ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustgomo::board::from_diagram;

    fn sentence(diagram: &str, rule: Rule) -> Option<String> {
        Some(FinishedGame::of(&from_diagram(diagram).unwrap(), rule)?.sentence())
    }

    #[test]
    fn rows_that_were_set_up_are_named_with_their_winner() {
        let six = "X X X X X X\nO O O . . .\nO . O . . .\n. . . . . .\n. . . . . O\n. . . . . .";
        let expected = Some("black has six, a6-f6".to_owned());
        assert_eq!(sentence(six, Rule::Freestyle), expected);
        assert_eq!(sentence(six, Rule::Caro), expected);
        for rule in [Rule::Standard, Rule::Renju, Rule::ExactCaro] {
            assert_eq!(sentence(six, rule), None, "{rule}");
        }
        let closed =
            ". . . . . . .\nO X X X X X O\n. . . . . . .\n. . O O O . .\n. . . . . . .\n. . . . . . .";
        for rule in Rule::ALL {
            let is_won = sentence(closed, rule).is_some();
            assert_eq!(is_won, !rule.counts_closed_ends(), "{rule}");
        }
    }

    #[test]
    fn of_rows_of_both_sides_it_is_said_which_one_counts() {
        let both = "O O O O O .\n. . . . . .\nX X X X X .\n. . . . . .\n. . . . . .\n. . . . . .";
        let expected = "white has five, a6-e6; black has five, a4-e4, too, but is to move, so white was the last to move";
        assert_eq!(sentence(both, Rule::Freestyle).as_deref(), Some(expected));
    }

    #[test]
    fn a_full_board_without_a_row_is_a_draw() {
        let full = "X O X O X\nX O X O X\nO X O X O\nO X O X O\nX O X O X";
        assert_eq!(sentence(full, Rule::Standard).as_deref(), Some("the board is full: a draw"));
    }
}
