//! Which of several continuations is the best for a purpose, found out by search.
//!
//! The key idea: successive halving. Every continuation gets a small search; the better half stays and gets larger
//! ones, so each round costs the same and the most work goes where the choice is made. What "better" means is a cost
//! that the caller makes of the score: the distance from an even game, or what is good for one side.

use super::Job;
use crate::eval::Score;
use crate::geometry::Square;
use crate::search::{Limits, Searcher, Silent};

/// Nodes of a millisecond of thinking time, guessed low: the clock ends what takes longer.
const NODES_PER_MS: u64 = 250;
/// Nodes of a decision at most, however much time there is.
const MAX_NODES: u64 = 4_000_000;
/// Nodes of the smallest search that tells something.
const MIN_TRIAL_NODES: u64 = 40;
/// So many continuations are weighed even when there is no time.
const SURE_TRIALS: usize = 6;

/// A continuation and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct Trial {
    /// The stones, in turn, from the position of the job.
    pub(super) stones: Vec<Square>,
    /// Score for the side that moves after them, once a search gave one.
    pub(super) score: Option<Score>,
    cost: i32,
}

/// Compares continuations of a job's position.
pub(super) struct Scales<'a> {
    searcher: &'a mut Searcher,
    job: &'a Job,
    nodes: u64,
}

impl<'a> Scales<'a> {
    /// Scales that use one part in `parts` of the job's effort.
    pub(super) fn new(searcher: &'a mut Searcher, job: &'a Job, parts: u64) -> Self {
        let time_ms = u64::try_from(job.control.budget().optimum.as_millis()).unwrap_or(u64::MAX);
        let in_time = time_ms.saturating_mul(NODES_PER_MS).min(MAX_NODES);
        let nodes = job.limits.nodes.unwrap_or(in_time) / parts.max(1);
        Self { searcher, job, nodes }
    }

    /// Score for the side to move after these stones, by a search of so many nodes; none if they cannot be played or
    /// nothing was found out.
    pub(super) fn weigh(&mut self, stones: &[Square], nodes: u64) -> Option<Score> {
        let mut board = self.job.board.clone();
        for &stone in stones {
            board.play(stone).ok()?;
        }
        let limits = Limits { nodes: Some(nodes), depth: self.job.limits.depth, ..Limits::default() };
        let result = self.searcher.search(&board, self.job.rule, &limits, &self.job.control, &mut Silent);
        (result.progress.depth > 0).then_some(result.progress.score)
    }

    /// The continuations from the least cost on; at least the first `keep` of them were weighed with care. What was not
    /// weighed stands last.
    pub(super) fn sort(
        &mut self,
        continuations: Vec<Vec<Square>>,
        keep: usize,
        cost: impl Fn(Score) -> i32,
    ) -> Vec<Trial> {
        let trial = |stones| Trial { stones, score: None, cost: i32::MAX };
        let mut trials: Vec<Trial> = continuations.into_iter().map(trial).collect();
        let keep = keep.max(1);
        let mut left = trials.len();
        let rounds = u64::from((left / keep).max(1).ilog2()) + 1;
        loop {
            let nodes = (self.nodes / (rounds * left.max(1) as u64)).max(MIN_TRIAL_NODES);
            let is_first = left == trials.len();
            for (number, trial) in trials.iter_mut().take(left).enumerate() {
                let is_sure = is_first && number < SURE_TRIALS && !self.job.control.is_stopped();
                if !is_sure && self.is_over() {
                    break;
                }
                if let Some(score) = self.weigh(&trial.stones, nodes) {
                    trial.score = Some(score);
                    trial.cost = cost(score);
                }
            }
            trials.get_mut(..left).unwrap_or_default().sort_by_key(|trial| trial.cost);
            if left <= keep || self.is_over() {
                return trials;
            }
            left = (left / 2).max(keep);
        }
    }

    fn is_over(&self) -> bool {
        let control = &self.job.control;
        control.must_stop() || control.elapsed() >= control.budget().optimum
    }
}
