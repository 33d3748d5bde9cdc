//! Ends of games.

use serde::Serialize;

use crate::board::{Board, square_name, square_names};
use crate::eval::Score;
use crate::geometry::Color;
use crate::record::GameResult;
use crate::rules::{Foul, GameEnd};

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct EndReport {
    /// The result as in records: `1-0`, `0-1` or `1/2-1/2`.
    pub result: &'static str,
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// Why the last move was forbidden, if it was.
    pub foul: Option<Foul>,
    /// The winning rows, each from one end to the other.
    pub rows: Vec<Vec<String>>,
    /// Winning rows of the loser, which were set up as well.
    pub other_rows: Vec<Vec<String>>,
    /// Number of the last move, from 1; `None` if the rows were set up.
    pub move_number: Option<usize>,
    /// All of it as a sentence such as `black has five, h8-l8, by move 9`.
    pub sentence: String,
}

impl EndReport {
    /// The report of the end of the game on a board, which may go on behind it.
    pub fn new(end: &GameEnd, board: &Board) -> Self {
        let names = |rows: &[Vec<_>]| -> Vec<Vec<String>> {
            rows.iter().map(|row| square_names(row.iter().copied(), board.size())).collect()
        };
        let moves = |plies: usize| board.history().iter().take(plies).flatten().count();
        let result = end.winner.map_or(GameResult::Draw, GameResult::Win).name();
        let mut report = Self {
            result,
            winner: end.winner,
            foul: end.foul,
            rows: names(&end.rows),
            other_rows: names(&end.other_rows),
            move_number: end.plies.map(moves),
            sentence: String::new(),
        };
        let last =
            end.plies.and_then(|plies| board.history().iter().take(plies).rev().find_map(|last| *last));
        report.sentence =
            report.in_words(&last.map_or_else(String::new, |last| square_name(last, board.size())));
        report
    }

    /// The score of a side.
    pub fn score(&self, side: Color) -> Score {
        match self.winner {
            None => Score::ZERO,
            Some(winner) if winner == side => Score::win_in(0),
            Some(_) => Score::loss_in(0),
        }
    }

    fn in_words(&self, last: &str) -> String {
        let Some(winner) = self.winner else { return "the board is full: a draw".to_owned() };
        if let (Some(foul), Some(number)) = (self.foul, self.move_number) {
            return format!(
                "{winner} has won, because move {number}, {last}, was forbidden: {}",
                foul.name()
            );
        }
        let by = self.move_number.map_or(String::new(), |number| format!(", by move {number}"));
        let sentence = format!("{winner} has {}{by}", described(&self.rows));
        if self.other_rows.is_empty() {
            return sentence;
        }
        let (other, rows) = (winner.opponent(), described(&self.other_rows));
        format!("{sentence}; {other} has {rows}, too, but is to move, so {winner} was the last to move")
    }
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
    use crate::board::{from_diagram, parse_squares};
    use crate::geometry::{BoardSize, Square};
    use crate::rules::Rule;

    fn sentence(board: &Board, rule: Rule) -> Option<String> {
        Some(EndReport::new(&GameEnd::of(board, rule)?, board).sentence)
    }

    fn of_diagram(diagram: &str, rule: Rule) -> Option<String> {
        sentence(&from_diagram(diagram).unwrap(), rule)
    }

    #[test]
    fn rows_that_were_set_up_are_named_with_their_winner() {
        let six = "X X X X X X\nO O O . . .\nO . O . . .\n. . . . . .\n. . . . . O\n. . . . . .";
        let expected = Some("black has six, a6-f6".to_owned());
        assert_eq!(of_diagram(six, Rule::Freestyle), expected);
        assert_eq!(of_diagram(six, Rule::Caro), expected);
        for rule in [Rule::Standard, Rule::Renju, Rule::ExactCaro] {
            assert_eq!(of_diagram(six, rule), None, "{rule}");
        }
        let closed =
            ". . . . . . .\nO X X X X X O\n. . . . . . .\n. . O O O . .\n. . . . . . .\n. . . . . . .";
        for rule in Rule::ALL {
            let is_won = of_diagram(closed, rule).is_some();
            assert_eq!(is_won, !rule.counts_closed_ends(), "{rule}");
        }
    }

    #[test]
    fn of_rows_of_both_sides_it_is_said_which_one_counts() {
        let both = "O O O O O .\n. . . . . .\nX X X X X .\n. . . . . .\n. . . . . .\n. . . . . .";
        let expected = "white has five, a6-e6; black has five, a4-e4, too, but is to move, so white was the last to move";
        assert_eq!(of_diagram(both, Rule::Freestyle).as_deref(), Some(expected));
        // A row that was made after the end is none of the set-up.
        let mut four = from_diagram(&both.replace("X X X X X", ". X X X X")).unwrap();
        four.play(Square::at(0, 2)).unwrap();
        four.play(Square::at(0, 4)).unwrap();
        assert_eq!(sentence(&four, Rule::Freestyle).as_deref(), Some("white has five, a6-e6"));
    }

    #[test]
    fn a_full_board_without_a_row_is_a_draw() {
        let full = "X O X O X\nX O X O X\nO X O X O\nO X O X O\nX O X O X";
        assert_eq!(of_diagram(full, Rule::Standard).as_deref(), Some("the board is full: a draw"));
    }

    #[test]
    fn a_forbidden_move_ends_the_game_of_renju_whatever_follows() {
        let moves = parse_squares("h9 a1 h10 c1 i8 a15 j8 c15 h8 e1", BoardSize::default()).unwrap();
        let board = Board::with_moves(BoardSize::default(), moves).unwrap();
        let expected = "white has won, because move 9, h8, was forbidden: double three";
        assert_eq!(sentence(&board, Rule::Renju).as_deref(), Some(expected));
        assert_eq!(sentence(&board, Rule::Standard), None);
    }
}
