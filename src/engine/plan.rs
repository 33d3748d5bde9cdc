//! What a move may take.

use std::time::Duration;

use crate::search::TimeBudget;

/// Maximum time of the answer without any time.
const INSTANT_GRACE: Duration = Duration::from_millis(75);

/// The time budget of a search, and when the engine stops waiting for its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    /// The budget of the search.
    pub(super) budget: TimeBudget,
    /// Time since the start after which the engine answers itself; `None` without a time limit.
    pub(super) rescue: Option<Duration>,
}

impl Plan {
    /// No limit of time.
    pub(super) const UNLIMITED: Self = Self { budget: TimeBudget::UNLIMITED, rescue: None };
    /// Answer at once.
    pub(super) const INSTANT: Self = Self { budget: TimeBudget::INSTANT, rescue: Some(INSTANT_GRACE) };

    pub(super) fn new(optimum_ms: i64, maximum_ms: i64, margin_ms: i64) -> Self {
        if maximum_ms <= 0 {
            return Self::INSTANT;
        }
        let maximum = milliseconds(maximum_ms);
        let budget = TimeBudget { optimum: milliseconds(optimum_ms.min(maximum_ms)), maximum };
        // A quarter of the margin is for the way to the manager.
        Self { budget, rescue: Some(maximum + milliseconds(margin_ms) * 3 / 4) }
    }

    /// The plan with a rescue no earlier than that of an instant answer, so that the first search of a process
    /// can begin.
    #[must_use]
    pub(super) fn with_grace(self) -> Self {
        Self { rescue: self.rescue.map(|rescue| rescue.max(INSTANT_GRACE)), ..self }
    }

    /// The plan with at most this optimum and maximum.
    #[must_use]
    pub(super) fn capped(self, optimum: Duration, maximum: Duration) -> Self {
        let budget = TimeBudget {
            optimum: self.budget.optimum.min(optimum),
            maximum: self.budget.maximum.min(maximum),
        };
        let cap = maximum + INSTANT_GRACE;
        Self { budget, rescue: Some(self.rescue.map_or(cap, |rescue| rescue.min(cap))) }
    }
}

/// A number of milliseconds; none if it is negative.
pub(super) fn milliseconds(ms: i64) -> Duration {
    Duration::from_millis(u64::try_from(ms).unwrap_or(0))
}
