//! The scores of all moves that come into question.

use super::Subject;
use crate::board::Board;
use crate::eval::{Networks, Score};
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
/// an interruption, none once the game is over.
pub fn move_scores(subject: &Subject, nodes: u64, networks: Networks, interrupt: &Interrupt) -> Vec<Heat> {
    if subject.finished().is_some() {
        return Vec::new();
    }
    let Subject { board, rule, .. } = subject;
    let mover = board.side_to_move();
    let near = Position::new(board, *rule).near();
    let legal = near.iter().filter(|&square| !is_forbidden(board, *rule, mover, square));
    let mut searcher = Searcher::new(TABLE_BYTES);
    searcher.set_networks(networks);
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

/// Least distance of a move outside the lines from the worst of them.
const LEAST_GAP: f64 = 0.01;

/// Makes the scores of the moves agree with the lines that were searched for long, best first, each with its first move
/// and win rate: their moves come first, with the win rates of the lines, and no other move is as good as the last of them.
/// Where that one loses, so do the others, and they are left out.
pub fn agree_with_lines(heat: &mut Vec<Heat>, lines: &[Heat]) {
    let Some(worst) = lines.iter().map(|line| line.win_rate).reduce(f64::min) else { return };
    let highest = worst - LEAST_GAP;
    heat.retain(|other| highest > 0.0 && lines.iter().all(|line| line.square != other.square));
    for other in heat.iter_mut() {
        other.win_rate = other.win_rate.min(highest);
    }
    heat.splice(..0, lines.iter().copied());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_line_s_move_is_the_best_of_the_map() {
        let at = |x: u8, win_rate: f64| Heat { square: Square::at(x, 0), win_rate };
        let mut heat = vec![at(0, 0.9), at(1, 0.4), at(2, 0.3)];
        agree_with_lines(&mut heat, &[at(1, 0.6), at(3, 0.5)]);
        let best = heat.iter().max_by(|a, b| a.win_rate.total_cmp(&b.win_rate)).unwrap();
        assert_eq!(best.square, Square::at(1, 0));
        assert_eq!(heat.iter().filter(|h| h.win_rate >= 0.5).count(), 2);
        assert_eq!(heat.len(), 4);
        agree_with_lines(&mut heat, &[]);
        assert_eq!(heat.len(), 4);
        agree_with_lines(&mut heat, &[at(2, 0.0)]);
        assert_eq!(heat, [at(2, 0.0)]);
    }
}
