//! Finished games.

use super::reply::points;
use crate::board::Board;
use crate::rules::{Rule, winning_rows};

/// The winning rows on a board with their colours; `None` if there is none.
pub(crate) fn finished_game(board: &Board, rule: Rule) -> Option<String> {
    let rows = winning_rows(board, rule);
    let texts: Vec<String> =
        rows.iter().map(|row| format!("{} has {}", row.color, points(&row.squares))).collect();
    (!texts.is_empty()).then(|| format!("the game is over: {}", texts.join("; ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::from_diagram;

    #[test]
    fn every_winning_row_is_told_with_its_owner() {
        let told = |diagram, rule| finished_game(&from_diagram(diagram).unwrap(), rule);
        let six = "X X X X X X\n. . . . . .\nO O O O . .\n. . . . . .\n. . . . . .\n. O . O . .";
        let expected = "the game is over: black has 0,0 1,0 2,0 3,0 4,0 5,0";
        assert_eq!(told(six, Rule::Freestyle).as_deref(), Some(expected));
        assert_eq!(told(six, Rule::Standard), None);
        let both = "X X X X X .\n. . . . . .\nO O O O O .\n. . . . . .\n. . . . . .\n. . . . . .";
        let text = told(both, Rule::Standard).unwrap();
        assert!(text.ends_with("black has 0,0 1,0 2,0 3,0 4,0; white has 0,2 1,2 2,2 3,2 4,2"), "{text}");
    }
}
