//! Variety: the answer is drawn among moves of nearly the same score.

use fastrand::Rng;

use crate::geometry::Square;
use crate::search::Variation;

/// Number of lines to draw from.
pub(super) const LINES: u32 = 4;

/// The moves to draw from: those at most `variety` centi-units below the best one, of the same depth or one
/// less. Only the best move if its score is decided.
pub fn varied_moves(best: Square, lines: &[Variation], variety: u16) -> Vec<Square> {
    let first = lines.first().filter(|line| line.first() == Some(best));
    let Some(first) = first.filter(|line| !line.progress.score.is_decided()) else { return vec![best] };
    let least = first.progress.score - i32::from(variety);
    let is_near =
        |line: &&Variation| line.progress.score >= least && line.progress.depth + 1 >= first.progress.depth;
    lines.iter().filter(is_near).take(LINES as usize).filter_map(Variation::first).collect()
}

/// One of [`varied_moves`].
pub(super) fn drawn(best: Square, lines: &[Variation], variety: u16, random: &mut Rng) -> Square {
    random.choice(varied_moves(best, lines, variety)).unwrap_or(best)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::eval::Score;
    use crate::search::Progress;

    fn line(x: u8, score: Score, depth: u32) -> Variation {
        let progress = Progress { depth, score, line: vec![Square::at(x, 0)], ..Progress::default() };
        Variation { progress, nodes: 1 }
    }

    #[test]
    fn only_moves_of_nearly_the_same_worth_are_drawn() {
        let mut random = Rng::with_seed(1);
        let score = |centi| Score::eval(centi);
        let lines =
            [line(0, score(50), 9), line(1, score(40), 9), line(2, score(10), 9), line(3, score(49), 5)];
        let mut drawn = |variety, lines: &[Variation]| -> BTreeSet<u8> {
            (0..60).map(|_| super::drawn(Square::at(0, 0), lines, variety, &mut random).x()).collect()
        };
        assert_eq!(drawn(15, &lines), BTreeSet::from([0, 1]));
        assert_eq!(drawn(60, &lines), BTreeSet::from([0, 1, 2]));
        assert_eq!(drawn(60, &[]), BTreeSet::from([0]));
        let won = [line(0, Score::win_in(5), 9), line(1, Score::win_in(7), 9)];
        assert_eq!(drawn(60, &won), BTreeSet::from([0]));
    }
}
