//! Successive halving: compares continuations by searches in rounds.
//!
//! The key idea: every continuation gets a small search; the better quarter goes to the next round, which has
//! twice the nodes, so most nodes go to the best candidates. The caller maps scores to costs: the distance
//! from an even game, or the score of one side.

use std::time::Duration;

use super::DecisionContext;
use crate::eval::Score;
use crate::geometry::Square;
use crate::search::{Limits, Searcher, Silent};

/// Nodes per millisecond in the first round, a low estimate: the clock ends what takes longer.
const NODES_PER_MS: u64 = 250;
/// Part of the time that later rounds may use at the speed of the first one, in per cent.
const USED_PERCENT: u64 = 75;
/// Maximum nodes of a decision.
const MAX_NODES: u64 = 4_000_000;
/// Minimum nodes of a search.
const MIN_TRIAL_NODES: u64 = 40;
/// One in this many continuations goes to the next round.
const SHRINKING: usize = 4;
/// Continuations that are searched even without time.
const SURE_TRIALS: usize = 6;

/// A continuation and its result.
#[derive(Clone, Debug)]
pub(super) struct Trial {
    /// The stones, in turn, from the position to decide about.
    pub(super) stones: Vec<Square>,
    /// Score for the side to move after them; `None` before a search.
    pub(super) score: Option<Score>,
    cost: i32,
}

/// Compares continuations of a position.
pub(super) struct SuccessiveHalving<'a> {
    searcher: &'a mut Searcher,
    context: DecisionContext<'a>,
    nodes: u64,
    /// More nodes of later rounds if the first one is fast, up to this; `nodes` where no clock counts.
    most_nodes: u64,
}

impl<'a> SuccessiveHalving<'a> {
    /// A comparison that uses 1 / `parts` of the nodes.
    pub(super) fn new(searcher: &'a mut Searcher, context: DecisionContext<'a>, parts: u64) -> Self {
        let time_ms = u64::try_from(context.control.budget().optimum.as_millis()).unwrap_or(u64::MAX);
        let in_time = time_ms.saturating_mul(NODES_PER_MS).min(MAX_NODES);
        let nodes = context.limits.nodes.unwrap_or(in_time) / parts.max(1);
        let most_nodes = context.limits.nodes.map_or(MAX_NODES / parts.max(1), |_| nodes);
        Self { searcher, context, nodes, most_nodes }
    }

    /// Score for the side to move after these stones, by a search of `nodes` nodes; `None` if they cannot be
    /// played or no iteration was completed.
    fn search(&mut self, stones: &[Square], nodes: u64) -> Option<Score> {
        let mut board = self.context.board.clone();
        for &stone in stones {
            board.play(stone).ok()?;
        }
        // Between the trials the optimum ends the decision: within one it would leave those of a round unequal.
        let limits = Limits {
            nodes: Some(nodes),
            depth: self.context.limits.depth,
            ignores_optimum: true,
            ..Limits::default()
        };
        let result =
            self.searcher.search_under(&board, self.context.rule, &limits, self.context.control, &mut Silent);
        (result.progress.depth > 0).then_some(result.progress.score)
    }

    /// The continuations by increasing cost, at least the first `keep` of them searched in all rounds; those
    /// that were never searched come last. The cost is a function of the score and that of the round before.
    pub(super) fn sort(
        &mut self,
        continuations: Vec<Vec<Square>>,
        keep: usize,
        cost: impl Fn(Score, Option<Score>) -> i32,
    ) -> Vec<Trial> {
        let trial = |stones| Trial { stones, score: None, cost: i32::MAX };
        let mut trials: Vec<Trial> = continuations.into_iter().map(trial).collect();
        let sizes = sizes(trials.len(), keep.max(1));
        let parts = (1_u64 << sizes.len().min(32)) - 1;
        for (round, &size) in sizes.iter().enumerate() {
            let before = self.context.control.elapsed();
            let nodes = ((self.nodes / parts) << round) / size.max(1) as u64;
            for (number, trial) in trials.iter_mut().take(size).enumerate() {
                let is_sure = round == 0 && number < SURE_TRIALS && !self.context.control.is_stopped();
                if !is_sure && self.is_over() {
                    break;
                }
                if let Some(score) = self.search(&trial.stones, nodes.max(MIN_TRIAL_NODES)) {
                    trial.cost = cost(score, trial.score);
                    trial.score = Some(score);
                }
            }
            trials.get_mut(..size).unwrap_or_default().sort_by_key(|trial| trial.cost);
            if self.is_over() {
                break;
            }
            if round == 0 {
                let spent = self.context.control.elapsed().saturating_sub(before);
                self.nodes = at_speed(self.nodes, nodes * size as u64, spent).min(self.most_nodes);
            }
        }
        trials
    }

    fn is_over(&self) -> bool {
        let control = self.context.control;
        control.must_stop() || control.used() >= control.budget().optimum
    }
}

/// The nodes of a decision, `nodes` by the estimate, at the speed of a round of `round` nodes, if that is more.
fn at_speed(nodes: u64, round: u64, spent: Duration) -> u64 {
    let estimate_us = round.saturating_mul(1_000) / NODES_PER_MS;
    let spent_us = u64::try_from(spent.as_micros()).unwrap_or(u64::MAX).max(1);
    nodes.max(nodes.saturating_mul(estimate_us) / spent_us / 100 * USED_PERCENT)
}

/// Number of continuations of each round until `keep` are left. Several that are left are searched once more,
/// for their order.
fn sizes(mut size: usize, keep: usize) -> Vec<usize> {
    let mut sizes = Vec::new();
    while size > keep {
        sizes.push(size);
        size = (size / SHRINKING).max(keep);
    }
    if keep > 1 || sizes.is_empty() {
        sizes.push(size);
    }
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_faster_than_the_estimate_has_more_nodes_and_a_slower_one_no_less() {
        let nodes = |ms| at_speed(1_000_000, 100_000, Duration::from_millis(ms));
        assert_eq!([nodes(400), nodes(1_000), nodes(200)], [1_000_000, 1_000_000, 1_500_000]);
        assert!(nodes(0) > 1_000_000, "nothing was searched");
    }

    #[test]
    fn every_round_weighs_a_part_of_the_one_before() {
        assert_eq!(sizes(48, 1), [48, 12, 3]);
        assert_eq!(sizes(20, 3), [20, 5, 3]);
        assert_eq!(sizes(2, 5), [2]);
        assert_eq!(sizes(1, 1), [1]);
        assert_eq!(sizes(0, 1), [0]);
    }
}
