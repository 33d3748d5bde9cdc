//! A search whose answer is awaited.

use std::time::Duration;

use super::{Job, Plan, Purpose, Timing};
use crate::clock::Instant;
use crate::eval::Score;
use crate::geometry::Square;
use crate::search::Variation;

/// Whether the search thread has a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// It has.
    Sent,
    /// The database that the search looks into is not there yet.
    Held,
}

/// A job whose answer is awaited.
#[derive(Debug)]
pub(super) struct Running {
    pub(super) job: Job,
    pub(super) purpose: Purpose,
    pub(super) timing: Timing,
    /// When the clock began.
    pub(super) received: Instant,
    /// How long the search had been running by then.
    pub(super) before_clock: Duration,
    pub(super) is_bounded: bool,
    /// Until when an answer is not late, however short the times that came while the search ran.
    pub(super) grace: Duration,
    pub(super) is_stopping: bool,
    pub(super) start: Start,
    /// Whether another move than the best may be drawn.
    pub(super) is_varied: bool,
    /// When the engine answers itself.
    pub(super) rescue_at: Option<Instant>,
    /// The best move so far.
    pub(super) best: Option<Square>,
    /// Its score.
    pub(super) score: Score,
    /// The line that it begins.
    pub(super) line: Vec<Square>,
    /// The lines so far, if several are searched.
    pub(super) lines: Vec<Variation>,
}

impl Running {
    /// Lets the engine answer itself at this moment, if not earlier.
    pub(super) fn hurry(&mut self, at: Instant) {
        self.rescue_at = Some(self.rescue_at.map_or(at, |rescue| rescue.min(at)));
    }
}

/// When the engine answers itself for a search with a plan.
pub(super) fn rescue_time(received: Instant, plan: Plan) -> Option<Instant> {
    plan.rescue.and_then(|rescue| received.checked_add(rescue))
}
