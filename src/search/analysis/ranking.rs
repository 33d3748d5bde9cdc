//! Ranking of the lines.

use crate::geometry::Square;
use crate::search::{Progress, Variation};

/// The lines of a multi-PV search: those of the current iteration, followed by those of earlier iterations
/// with other first moves.
#[derive(Clone, Debug)]
pub(super) struct Ranking {
    wanted: usize,
    /// The best first.
    current: Vec<Variation>,
    /// All lines when the iteration began, the best first.
    previous: Vec<Variation>,
}

impl Ranking {
    /// A ranking of at most `wanted` lines (at least 1) with initial lines.
    pub(super) fn new(wanted: usize, known: Vec<Variation>) -> Self {
        Self { wanted: wanted.max(1), current: Vec::new(), previous: known }
    }

    /// Begins an iteration. In multi-PV it has the winning lines already.
    pub(super) fn begin(&mut self) {
        self.previous = self.lines();
        self.current.clear();
        if self.wanted > 1 {
            let wins = self.previous.iter().filter(|line| line.progress.score.plies_to_win().is_some());
            self.current.extend(wins.cloned());
        }
    }

    /// Whether the iteration has all wanted lines.
    pub(super) fn is_full(&self) -> bool {
        self.current.len() >= self.wanted
    }

    /// Number of lines of the iteration so far.
    pub(super) const fn current_count(&self) -> usize {
        self.current.len()
    }

    /// Whether the iteration has a line with this move.
    pub(super) fn has_current(&self, square: Square) -> bool {
        self.has_current_first(Some(square))
    }

    fn has_current_first(&self, square: Option<Square>) -> bool {
        self.current.iter().any(|line| line.first() == square)
    }

    /// The line that had this rank from 0 when the iteration began.
    pub(super) fn previous(&self, rank: usize) -> Option<&Variation> {
        self.previous.get(rank)
    }

    /// The line with this first move when the iteration began.
    pub(super) fn known(&self, square: Option<Square>) -> Option<&Variation> {
        self.previous.iter().find(|line| line.first() == square)
    }

    /// Adds a line of this iteration and returns its rank. If the earlier line with this first move is a
    /// longer continuation of the new one, its moves are kept. Winning lines count as searched to its depth.
    pub(super) fn add(&mut self, mut new: Variation) -> usize {
        for win in &mut self.current {
            let Progress { depth, seldepth, .. } = &mut win.progress;
            *depth = (*depth).max(new.progress.depth);
            *seldepth = (*seldepth).max(*depth);
        }
        if let Some(old) = self.known(new.first()) {
            let (nodes, old) = (old.nodes, &old.progress);
            if old.line.starts_with(&new.progress.line) && !new.progress.score.is_decided() {
                new.progress.line.clone_from(&old.line);
            }
            new.nodes += nodes;
        }
        let rank = self.current.partition_point(|line| line.progress.score >= new.progress.score);
        self.current.insert(rank, new);
        rank
    }

    /// All lines, the best first. Scores of earlier iterations are capped by the worst line of the current
    /// one, which was the best of all remaining moves. If that is lost, their moves after the first are not
    /// those of a loss, and left out.
    pub(super) fn lines(&self) -> Vec<Variation> {
        let cap = self.current.last().map(|line| line.progress.score);
        let is_old = |line: &&Variation| !self.has_current_first(line.first());
        let old = self.previous.iter().filter(is_old).cloned().map(|mut line| {
            if let Some(cap) = cap.filter(|cap| *cap < line.progress.score) {
                line.progress.score = cap;
                if cap.is_decided() {
                    line.progress.line.truncate(1);
                }
            }
            line
        });
        self.current.iter().cloned().chain(old).take(self.wanted).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::eval::Score;

    fn line(depth: u32, score: Score, moves: &[u8]) -> Variation {
        let progress = Progress {
            depth,
            seldepth: depth,
            score,
            nodes: 1,
            vcf_moves: 0,
            elapsed: Duration::ZERO,
            line: moves.iter().map(|&x| Square::at(x, 0)).collect(),
            is_partial: false,
        };
        Variation { progress, nodes: 1 }
    }

    fn shown(ranking: &Ranking) -> Vec<(u8, u32)> {
        ranking.lines().iter().map(|l| (l.progress.line[0].x(), l.progress.depth)).collect()
    }

    #[test]
    fn a_line_is_listed_until_a_better_one_replaces_it() {
        let mut ranking = Ranking::new(3, Vec::new());
        ranking.begin();
        for (score, x) in [(30, 1), (20, 2), (10, 3)] {
            ranking.add(line(1, Score::eval(score), &[x]));
        }
        ranking.begin();
        assert_eq!(ranking.add(line(2, Score::eval(25), &[1])), 0);
        assert_eq!(shown(&ranking), [(1, 2), (2, 1), (3, 1)]);
        assert_eq!(ranking.add(line(2, Score::eval(40), &[4])), 0);
        assert_eq!(shown(&ranking), [(4, 2), (1, 2), (2, 1)]);
        ranking.add(line(2, Score::eval(0), &[3]));
        assert_eq!(shown(&ranking), [(4, 2), (1, 2), (3, 2)]);
    }

    #[test]
    fn lines_are_listed_in_order_of_their_scores() {
        let known = [(90, 1), (80, 2), (10, 3)].map(|(score, x)| line(1, Score::eval(score), &[x]));
        let mut ranking = Ranking::new(3, known.to_vec());
        ranking.begin();
        ranking.add(line(2, Score::eval(60), &[2]));
        let scores: Vec<Score> = ranking.lines().iter().map(|line| line.progress.score).collect();
        assert_eq!(shown(&ranking), [(2, 2), (1, 1), (3, 1)]);
        assert_eq!(scores, [60, 60, 10].map(Score::eval));
    }

    #[test]
    fn a_line_is_not_shortened_but_replaced_by_a_different_one() {
        let mut ranking = Ranking::new(1, vec![line(4, Score::ZERO, &[1, 2, 3, 4])]);
        ranking.begin();
        ranking.add(line(5, Score::eval(7), &[1, 2]));
        assert_eq!(ranking.lines()[0].progress.line.len(), 4);
        assert_eq!((ranking.lines()[0].progress.depth, ranking.lines()[0].nodes), (5, 2));
        ranking.begin();
        ranking.add(line(6, Score::eval(7), &[1, 5, 6]));
        assert_eq!(ranking.lines()[0].progress.line.len(), 3);
    }

    #[test]
    fn winning_lines_are_not_searched_again_in_multi_pv() {
        let win = line(3, Score::win_in(3), &[1, 2, 3]);
        let mut several = Ranking::new(2, vec![win.clone()]);
        several.begin();
        assert!(several.has_current(Square::at(1, 0)) && !several.is_full());
        assert_eq!(shown(&several), [(1, 3)]);
        several.add(line(7, Score::ZERO, &[4]));
        assert_eq!(shown(&several), [(1, 7), (4, 7)]);
        assert_eq!(several.lines()[0].progress.seldepth, 7);
        let mut one = Ranking::new(1, vec![win]);
        one.begin();
        assert_eq!((one.current_count(), shown(&one).len()), (0, 1));
    }

    #[test]
    fn a_line_that_is_lost_by_a_later_iteration_shows_no_move_of_an_earlier_one() {
        let mut ranking = Ranking::new(2, Vec::new());
        ranking.begin();
        ranking.add(line(1, Score::eval(20), &[1, 5]));
        ranking.add(line(1, Score::eval(10), &[2, 6, 7]));
        ranking.begin();
        ranking.add(line(2, Score::loss_in(4), &[1, 8]));
        let lines = ranking.lines();
        assert_eq!(lines[1].progress.score, Score::loss_in(4));
        assert_eq!(lines[1].progress.line, [Square::at(2, 0)]);
    }
}
