//! The scores of all moves that come into question.

use super::Subject;
use crate::board::Board;
use crate::eval::Score;
use crate::geometry::Square;
use crate::position::Position;
use crate::rules::{is_forbidden, move_wins};
use crate::search::{Searcher, Silent};
use crate::tools::drawing::Heat;
use crate::tools::effort::Effort;
use crate::tools::interrupt::Interrupt;

/// Table of each search: ample for the few nodes that a move gets.
const TABLE_BYTES: usize = 2 << 20;

/// The win rates, for the side to move, of its legal moves near stones; each is searched with so many nodes. Fewer after
/// an interruption.
pub fn move_scores(subject: &Subject, nodes: u64, interrupt: &Interrupt) -> Vec<Heat> {
    let Subject { board, rule } = subject;
    let mover = board.side_to_move();
    let near = Position::new(board, *rule).near();
    let legal = near.iter().filter(|&square| !is_forbidden(board, *rule, mover, square));
    let mut searcher = Searcher::new(TABLE_BYTES);
    let effort = Effort { nodes: Some(nodes), ..Effort::default() };
    let mut score = |square: Square| -> Option<Score> {
        if move_wins(board, *rule, mover, square) {
            return Some(Score::win_in(1));
        }
        let mut next: Board = board.clone();
        next.play(square).ok()?;
        Some(-effort.search(&mut searcher, (&next, *rule), &[], interrupt, &mut Silent).progress.score)
    };
    let rated = legal.take_while(|_| !interrupt.is_raised());
    rated.filter_map(|square| Some(Heat { square, win_rate: score(square)?.win_rate() })).collect()
}
