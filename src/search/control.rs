//! Control of a running search from other threads: stop flag and time budget.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering};
use std::time::Duration;

use crate::clock::Instant;
use crate::geometry::Square;
use crate::stop::StopHandle;

/// The time a search may take, counted from the start of its clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget {
    /// Target for an ordinary position. The search takes less for a stable best move and more, up to
    /// `maximum`, for an unstable one.
    pub optimum: Duration,
    /// Hard limit; the search stops itself there.
    pub maximum: Duration,
}

impl Default for TimeBudget {
    fn default() -> Self {
        Self::UNLIMITED
    }
}

impl TimeBudget {
    /// No limit of time.
    pub const UNLIMITED: Self = Self { optimum: Duration::MAX, maximum: Duration::MAX };
    /// No time: what is forced, a short VCF, and the best move of the first iteration.
    pub const INSTANT: Self = Self::fixed(Duration::ZERO);

    /// This time for every position.
    pub const fn fixed(time: Duration) -> Self {
        Self { optimum: time, maximum: time }
    }

    /// Whether there is no time at all.
    pub const fn is_instant(self) -> bool {
        self.maximum.is_zero()
    }
}

/// Counts the nodes of a running search for other threads, about every millisecond. Clones share one count.
#[derive(Clone, Debug, Default)]
pub struct NodeCounter(
    // Relaxed: no other data is published through the count.
    Arc<AtomicU64>,
);

impl NodeCounter {
    /// A counter at 0.
    pub fn new() -> Self {
        Self::default()
    }

    /// Nodes visited so far, by all threads of all searches that count here.
    pub fn nodes(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    pub(super) fn add(&self, nodes: u64) {
        self.0.fetch_add(nodes, Ordering::Relaxed);
    }
}

/// The suggestion of a search that has made none; no square has this index.
const NO_SUGGESTION: u16 = u16::MAX;

/// Stop flag, clock, node count and first guess of one search, shared between the controlling and the
/// searching threads.
///
/// Each job gets its own when it is queued, so that an early stop is not lost and a late one does not stop
/// the next search.
///
/// # Examples
/// ```
/// use std::time::{Duration, Instant};
///
/// use rustgomo::search::{Control, TimeBudget};
///
/// let control = Control::new(Instant::now(), TimeBudget::UNLIMITED);
/// assert!(!control.must_stop());
/// control.set_budget(TimeBudget { optimum: Duration::ZERO, maximum: Duration::ZERO });
/// assert!(control.must_stop() && !control.is_stopped());
/// ```
#[derive(Debug)]
pub struct Control {
    started: Instant,
    /// Microseconds from then to the start of the clock.
    clock_start_us: AtomicU64,
    stop: StopHandle,
    counter: NodeCounter,
    // Relaxed: no other data is published through these values.
    optimum_us: AtomicU64,
    maximum_us: AtomicU64,
    is_abandoned: AtomicBool,
    suggestion: AtomicU16,
}

impl Control {
    /// A control whose clock started at `started`.
    pub fn new(started: Instant, budget: TimeBudget) -> Self {
        Self::with_stop(started, budget, StopHandle::new())
    }

    /// [`new`](Self::new) with a given stop flag.
    pub fn with_stop(started: Instant, budget: TimeBudget, stop: StopHandle) -> Self {
        let control = Self {
            started,
            clock_start_us: AtomicU64::new(0),
            stop,
            counter: NodeCounter::new(),
            optimum_us: AtomicU64::new(0),
            maximum_us: AtomicU64::new(0),
            is_abandoned: AtomicBool::new(false),
            suggestion: AtomicU16::new(NO_SUGGESTION),
        };
        control.set_budget(budget);
        control
    }

    /// The same control with a given node counter.
    #[must_use]
    pub fn counting(self, counter: NodeCounter) -> Self {
        Self { counter, ..self }
    }

    /// The node count of the search.
    pub fn counter(&self) -> &NodeCounter {
        &self.counter
    }

    /// The stop flag.
    pub(crate) const fn stop_handle(&self) -> &StopHandle {
        &self.stop
    }

    /// Stops the search, which returns its best move so far.
    pub fn stop(&self) {
        self.stop.stop();
    }

    /// Stops a search whose result is not wanted, also before its first iteration is complete.
    pub fn abandon(&self) {
        self.is_abandoned.store(true, Ordering::Relaxed);
        self.stop();
    }

    /// Whether [`abandon`](Self::abandon) was called.
    pub(super) fn is_abandoned(&self) -> bool {
        self.is_abandoned.load(Ordering::Relaxed)
    }

    /// The move that the search expects to be best before its first iteration, which may take long while the
    /// system clears the pages of a new table; `None` before that, and if there is no move.
    pub fn suggestion(&self) -> Option<Square> {
        let index = self.suggestion.load(Ordering::Relaxed);
        (index != NO_SUGGESTION).then(|| Square::from_index(usize::from(index)))
    }

    pub(super) fn suggest(&self, square: Option<&Square>) {
        let index = square.map_or(NO_SUGGESTION, |square| square.index() as u16);
        self.suggestion.store(index, Ordering::Relaxed);
    }

    /// Whether [`stop`](Self::stop) was called.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }

    /// Sets the time budget, also of a running search.
    pub fn set_budget(&self, budget: TimeBudget) {
        self.optimum_us.store(saturating_us(budget.optimum), Ordering::Relaxed);
        self.maximum_us.store(saturating_us(budget.maximum), Ordering::Relaxed);
    }

    /// The current time budget.
    pub fn budget(&self) -> TimeBudget {
        let read = |cell: &AtomicU64| match cell.load(Ordering::Relaxed) {
            u64::MAX => Duration::MAX,
            us => Duration::from_micros(us),
        };
        TimeBudget { optimum: read(&self.optimum_us), maximum: read(&self.maximum_us) }
    }

    /// Time since the start of the search.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Starts the clock of a search that runs without a limit: what it has taken so far does not count.
    pub fn start_clock(&self) {
        self.clock_start_us.store(saturating_us(self.elapsed()), Ordering::Relaxed);
    }

    /// Time on the clock, that since the start unless the clock was [started](Self::start_clock) later.
    pub fn used(&self) -> Duration {
        let start = Duration::from_micros(self.clock_start_us.load(Ordering::Relaxed));
        self.elapsed().saturating_sub(start)
    }

    /// Whether the search must return now: stopped, or out of time.
    pub fn must_stop(&self) -> bool {
        self.is_stopped() || self.used() >= self.budget().maximum
    }
}

fn saturating_us(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
