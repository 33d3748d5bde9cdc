//! Heat maps: the scores of all candidate moves.

use super::{Defence, Subject};
use crate::players::drawing::Heat;
use rustgomo::StopHandle;
use rustgomo::board::Board;
use rustgomo::eval::{Networks, Score};
use rustgomo::geometry::Square;
use rustgomo::position::Position;
use rustgomo::rules::{is_forbidden, move_wins};
use rustgomo::search::{Limits, Searcher, Silent};

/// Transposition table of each search.
const TABLE_BYTES: usize = 2 << 20;

/// The scores of the legal candidate moves for the side to move, each searched with this number of nodes.
/// Incomplete after an interruption, empty if the game has ended.
pub fn move_scores(subject: &Subject, nodes: u64, networks: Networks, stop: &StopHandle) -> Vec<Heat> {
    if subject.end().is_some() {
        return Vec::new();
    }
    let Subject { board, rule, .. } = subject;
    let mover = board.side_to_move();
    let near = Position::new(board, *rule).candidates();
    let legal = near.iter().filter(|&square| !is_forbidden(board, *rule, mover, square));
    let mut searcher = Searcher::new(TABLE_BYTES);
    searcher.set_networks(networks);
    let limits = Limits::nodes(nodes);
    let mut score = |square: Square| -> Option<Score> {
        if move_wins(board, *rule, mover, square) {
            return Some(Score::win_in(1));
        }
        let mut next: Board = board.clone();
        next.play(square).ok()?;
        let after = searcher.search(&next, *rule, &limits, stop, &mut Silent);
        Some(after.progress.score.before_move())
    };
    let rated = legal.take_while(|_| !stop.is_stopped());
    rated.filter_map(|square| Some(Heat { square, score: score(square)? })).collect()
}

/// Minimum difference of a move outside the variations to the worst of them, in centi-units.
const LEAST_GAP: i32 = 10;

/// Adjusts the scores of a heat map to the variations of a longer search (first moves with scores, best
/// first): their moves come first with the scores of the variations, and all other moves are worse than the
/// last of them, or equal if both are proven wins. If the last variation loses, the other moves are removed.
pub fn agree_with_lines(heat: &mut Vec<Heat>, lines: &[Heat]) {
    let Some(worst) = lines.iter().map(|line| line.score).min() else { return };
    let is_lost = worst.plies_to_loss().is_some();
    let highest = if worst.is_decided() { worst } else { Score::eval(i32::from(worst.centi()) - LEAST_GAP) };
    heat.retain(|other| !is_lost && lines.iter().all(|line| line.square != other.square));
    for other in heat.iter_mut() {
        other.score = other.score.min(highest);
    }
    heat.splice(..0, lines.iter().copied());
}

/// Gives the moves that are proved to lose the score of the proof.
pub fn agree_with_defence(heat: &mut [Heat], defence: &Defence, Subject { board, rule, .. }: &Subject) {
    for each in &defence.moves {
        let Some(plies) = each.plies(board, *rule) else { continue };
        let own = heat.iter_mut().find(|other| other.square == each.square);
        if let Some(other) = own.filter(|other| other.score.plies_to_loss().is_none()) {
            other.score = Score::win_in(plies).before_move();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::players::analyze::find_defence;
    use rustgomo::geometry::BoardSize;
    use rustgomo::rules::Rule;

    #[test]
    fn the_best_line_s_move_is_the_best_of_the_map() {
        let at = |x: u8, score: Score| Heat { square: Square::at(x, 0), score };
        let eval = |x: u8, centi: i32| at(x, Score::eval(centi));
        let mut heat = vec![eval(0, 400), eval(1, -80), eval(2, -170)];
        agree_with_lines(&mut heat, &[eval(1, 80), eval(3, 0)]);
        assert_eq!(heat, [eval(1, 80), eval(3, 0), eval(0, -10), eval(2, -170)]);
        agree_with_lines(&mut heat, &[]);
        assert_eq!(heat.len(), 4);
        agree_with_lines(&mut heat, &[at(2, Score::loss_in(4))]);
        assert_eq!(heat, [at(2, Score::loss_in(4))]);
    }

    #[test]
    fn moves_that_are_proved_to_lose_are_lost_on_the_map() {
        let subject = Subject::from_moves("h8 a1 i8 c1 j8", BoardSize::default(), Rule::Freestyle).unwrap();
        let none = StopHandle::new();
        let defence = find_defence(&subject.board, subject.rule, Duration::from_secs(600), &none);
        let at = |x: u8, y: u8| Heat { square: Square::at(x, y), score: Score::eval(5) };
        let mut heat = vec![at(10, 7), at(0, 0)];
        agree_with_defence(&mut heat, &defence, &subject);
        assert_eq!(heat, [at(10, 7), Heat { score: Score::loss_in(4), ..at(0, 0) }]);
    }

    #[test]
    fn wins_beside_a_winning_line_stay_wins() {
        let at = |x: u8, score: Score| Heat { square: Square::at(x, 0), score };
        let mut heat = vec![at(0, Score::win_in(3)), at(1, Score::win_in(9)), at(2, Score::eval(50))];
        agree_with_lines(&mut heat, &[at(3, Score::win_in(5))]);
        let expected = [(3, 5), (0, 5), (1, 9)].map(|(x, plies)| at(x, Score::win_in(plies)));
        assert_eq!(heat[..3], expected);
        assert_eq!(heat[3], at(2, Score::eval(50)));
    }
}
