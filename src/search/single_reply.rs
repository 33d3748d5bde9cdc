//! A root with a single reply.

use super::Progress;
use super::iterate::is_settled;
use super::node::ForcedState;
use super::worker::Worker;
use crate::eval::Score;
use crate::geometry::Square;

/// Deepest iteration, plies.
const MAX_REPLY_DEPTH: u32 = 12;
/// No iteration begins after this many nodes, a few milliseconds.
pub(super) const STOP_NODES: u64 = 2_000;

impl Worker<'_> {
    /// Searches a forced root move briefly, so that GUI and pondering get a score and a PV. Without time the
    /// score is the static evaluation.
    pub(super) fn search_single_reply(&mut self, only: Square, forced: ForcedState) -> Progress {
        // A settled win belongs to a move that is excluded.
        let loss = match forced {
            ForcedState::Settled(score) if score < Score::ZERO => Some(score),
            _ => None,
        };
        let score = loss.unwrap_or_else(|| self.evaluator.evaluate(&self.position));
        let mut progress = self.progress(1, score, vec![only]);
        let completes_depth_1 = self.shared.limits.completes_depth_1;
        let has_no_time = self.shared.control.budget().is_instant();
        if loss.is_some() || has_no_time && !completes_depth_1 {
            return progress;
        }
        let deepest = self.shared.limits.depth.unwrap_or(MAX_REPLY_DEPTH).clamp(1, MAX_REPLY_DEPTH);
        self.may_stop = !completes_depth_1;
        for depth in 1..=deepest {
            let guess = (depth > 1).then_some(progress.score);
            let Some(score) = self.aspire(&mut [only], depth, guess) else { break };
            let rest = self.stack[0].pv.iter().skip(1).copied();
            let line = std::iter::once(only).chain(rest).collect();
            progress = self.progress(depth, score, line);
            self.may_stop = true;
            let should_stop = self.thread_nodes() >= STOP_NODES || is_settled(score, depth);
            if should_stop || self.is_stopped() || self.shared.control.must_stop() {
                break;
            }
        }
        progress
    }
}
