//! A position to decide about, and the move without a search.

use std::sync::Arc;

use crate::board::Board;
use crate::geometry::Square;
use crate::rules::{Rule, move_wins, playable_squares};
use crate::search::{Control, Limits};

/// Greatest distance of a fallback move from another stone, if there are such squares.
const NEAR: u8 = 2;

/// A position and the limits of the searches that a decision about it takes.
#[derive(Clone, Copy, Debug)]
pub struct DecisionContext<'a> {
    /// The position.
    pub board: &'a Board,
    /// Its rule.
    pub rule: Rule,
    /// Nodes of all searches together, depth of each, and squares that are no candidates.
    pub limits: &'a Limits,
    /// Stop flag and clock.
    pub control: &'a Arc<Control>,
}

impl DecisionContext<'_> {
    /// A plain move that is not excluded; `None` if no such square is free.
    pub fn fallback(&self) -> Option<Square> {
        let is_allowed = |square: &Square| !self.limits.excluded.contains(square);
        let plain = fallback_move(self.board, self.rule).filter(is_allowed);
        plain.or_else(|| playable_squares(self.board, self.rule).iter().find(is_allowed))
    }
}

/// A move for the side to move without a search: one that wins, one that prevents a five, or one near other
/// stones and the centre. A forbidden move only if nothing else is free; `None` on a full board.
pub(super) fn fallback_move(board: &Board, rule: Rule) -> Option<Square> {
    let color = board.side_to_move();
    let playable = playable_squares(board, rule);
    let completes =
        |color| board.empty().iter().find(|&s| playable.contains(s) && move_wins(board, rule, color, s));
    let stones = board.all_stones();
    let is_near = |square: Square| stones.iter().any(|stone| stone.distance(square) <= NEAR);
    let cost = |square: &Square| (!is_near(*square), square.distance(board.size().center()));
    completes(color).or_else(|| completes(color.opponent())).or_else(|| playable.iter().min_by_key(cost))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{from_diagram, parse_square};
    use crate::geometry::{BoardSize, Color};

    #[test]
    fn a_five_is_made_before_one_is_prevented() {
        let text = ". X X X X O .
                    . O O O O X .
                    . . . . . . .
                    . . . . . . .
                    . . . . . . .";
        let mut board = from_diagram(text).unwrap();
        assert_eq!(board.side_to_move(), Color::Black);
        let name = |name: &str, board: &Board| parse_square(name, board.size()).unwrap();
        assert_eq!(fallback_move(&board, Rule::Freestyle), Some(name("a5", &board)));
        board.pass();
        assert_eq!(fallback_move(&board, Rule::Freestyle), Some(name("a4", &board)));
    }

    #[test]
    fn black_is_not_sent_to_a_forbidden_square_while_another_is_free() {
        let text = "X X X . X X #
                    # # # # # # #
                    # # # # # # #
                    # # # # # # #
                    # # # # # # .";
        let mut board = from_diagram(text).unwrap();
        board.pass();
        assert_eq!(board.side_to_move(), Color::Black);
        let free = fallback_move(&board, Rule::Renju).unwrap();
        assert_eq!(free, parse_square("g1", board.size()).unwrap());
        board.block(free).unwrap();
        assert!(fallback_move(&board, Rule::Renju).is_some());
    }

    #[test]
    fn a_full_board_has_no_move() {
        let mut board = Board::new(BoardSize::new(5, 5).unwrap());
        for _ in 0..25 {
            let square = fallback_move(&board, Rule::Freestyle).unwrap();
            board.play(square).unwrap();
        }
        assert_eq!(fallback_move(&board, Rule::Freestyle), None);
    }
}
