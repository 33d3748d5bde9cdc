//! Iterative deepening.

use std::sync::atomic::Ordering;

use super::depth::Depth;
use super::node::{Node, NodeKind};
use super::pool::Schedule;
use super::time_manager::TimeManager;
use super::worker::Worker;
use super::{Progress, Reporter};
use crate::eval::Score;
use crate::geometry::Square;

/// Deepest iteration: the table stores no greater depth, so that all cut-offs would be lost beyond.
pub(super) const MAX_DEPTH: u32 = 63;
/// Iterations beyond the distance of a proven loss, to find longer resistance.
const LOSS_DEPTH_SLACK: u32 = 2;

impl Worker<'_> {
    /// Iterative deepening until a limit, the clock or a proven result ends it. The first iteration is always
    /// completed, unless the time is over before it. Helper threads skip iterations by `schedule` and have no
    /// reporter.
    pub(super) fn deepen(
        &mut self,
        mut moves: Vec<Square>,
        schedule: Schedule,
        mut reporter: Option<&mut dyn Reporter>,
    ) -> Progress {
        let mut time_manager = TimeManager::default();
        let mut progress = self.progress(0, Score::ZERO, vec![moves[0]]);
        let maximum = self.shared.control.budget().maximum;
        let is_late = !maximum.is_zero() && self.shared.control.used() >= maximum;
        if is_late && !self.shared.limits.completes_depth_1 {
            // The time is over before the first iteration, as on a busy machine: play the first move by
            // order.
            return progress;
        }
        let follows_optimum = reporter.is_some() && !self.shared.limits.ignores_optimum;
        let deepest = self.shared.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        for depth in 1..=deepest {
            if schedule.skips(depth) {
                continue;
            }
            self.seldepth = 0;
            let guess =
                (depth as i32 >= self.shared.tuning.parameters.aspiration_depth).then_some(progress.score);
            self.soft_factor = follows_optimum.then(|| time_manager.factor(self.root_nodes.share(moves[0])));
            let told = progress.line.first().copied();
            let outcome = self.aspire(&mut moves, depth, guess);
            if self.stack[0].pv.first() == Some(&moves[0]) {
                progress.line.clone_from(&self.stack[0].pv);
            }
            if let Some(score) = outcome {
                progress = self.progress(depth, score, std::mem::take(&mut progress.line));
            }
            self.may_stop = true;
            if self.is_stopped() {
                let is_new = progress.line.first().copied() != told;
                progress.is_partial = is_new || outcome.is_some();
                if let Some(reporter) = reporter.filter(|_| is_new) {
                    reporter.iteration(&progress);
                }
                break;
            }
            time_manager.update(progress.line.first().copied(), progress.score);
            if let Some(reporter) = reporter.as_deref_mut() {
                reporter.iteration(&progress);
            }
            let budget = self.shared.control.budget();
            let share = self.root_nodes.share(moves[0]);
            let should_stop =
                follows_optimum && time_manager.should_stop(self.shared.control.used(), budget, share);
            if should_stop || self.shared.control.is_stopped() || is_settled(progress.score, depth) {
                break;
            }
        }
        progress.nodes = self.publish_nodes();
        progress.vcf_moves = self.shared.vcf_moves.load(Ordering::Relaxed);
        progress.elapsed = self.shared.control.elapsed();
        progress
    }

    pub(super) fn progress(&mut self, depth: u32, score: Score, line: Vec<Square>) -> Progress {
        Progress {
            depth,
            // Entries of the transposition table stand for plies that were reached before.
            seldepth: depth.max(self.seldepth as u32),
            score,
            nodes: self.publish_nodes(),
            vcf_moves: self.shared.vcf_moves.load(Ordering::Relaxed),
            elapsed: self.shared.control.elapsed(),
            line,
            is_partial: false,
        }
    }

    /// Searches the root with an aspiration window around `guess`, widened until the score falls inside.
    /// After a stop, the score of the best move so far, else that of the last completed window, if any.
    pub(super) fn aspire(&mut self, moves: &mut [Square], depth: u32, guess: Option<Score>) -> Option<Score> {
        let mut width = self.shared.tuning.parameters.aspiration;
        let (mut alpha, mut beta) = match guess {
            Some(score) if !score.is_decided() => (score - width, score + width),
            _ => (-Score::INFINITE, Score::INFINITE),
        };
        let mut last = None;
        loop {
            let node = Node { alpha, beta, depth: Depth::plies(depth as i32), ply: 0, kind: NodeKind::Pv };
            let score = self.search_root(moves, node);
            if self.is_stopped() {
                // A partial search knows the best move and, inside the window, its score; else the last
                // completed window has a bound.
                return score.filter(|&s| s > alpha && s < beta).or(last);
            }
            let score = score?;
            last = Some(score);
            width *= 3;
            if score <= alpha && alpha > -Score::INFINITE {
                alpha = widened(score, -width);
            } else if score >= beta && beta < Score::INFINITE {
                beta = widened(score, width);
            } else {
                return Some(score);
            }
        }
    }
}

/// `score + difference` as a bound of the window; infinite if that is beyond evaluation scores.
fn widened(score: Score, difference: i32) -> Score {
    let bound = score + difference;
    if !bound.is_decided() {
        bound
    } else if difference > 0 {
        Score::INFINITE
    } else {
        -Score::INFINITE
    }
}

/// Whether the score is a win, or a loss that this depth has exhausted.
pub(super) fn is_settled(score: Score, depth: u32) -> bool {
    let loss = score.plies_to_loss().is_some_and(|plies| depth as usize > plies + LOSS_DEPTH_SLACK as usize);
    loss || score.plies_to_win().is_some()
}
