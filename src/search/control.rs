//! What others may tell a running search: stop, and how long it may take.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::clock::Instant;

/// The time a search may take, counted from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget {
    /// What an ordinary position should cost. The search uses less where the move is clear, and more, up to
    /// `maximum`, where it is not.
    pub optimum: Duration,
    /// When the move must be there. The search stops itself in time for it.
    pub maximum: Duration,
}

impl TimeBudget {
    /// No limit of time.
    pub const UNLIMITED: Self = Self { optimum: Duration::MAX, maximum: Duration::MAX };
    /// Answer at once, with the best move that static knowledge gives.
    pub const INSTANT: Self = Self { optimum: Duration::ZERO, maximum: Duration::ZERO };
}

/// Ends searches from anywhere: another thread, a callback, a handler of Ctrl-C. All clones are the same handle, and what
/// has been stopped stays stopped; a search that must not be ended by an old wish gets a new handle.
///
/// # Examples
/// ```
/// use rustgomo::StopHandle;
///
/// let stop = StopHandle::new();
/// let elsewhere = stop.clone();
/// std::thread::spawn(move || elsewhere.stop()).join().unwrap();
/// assert!(stop.is_stopped() && !StopHandle::new().is_stopped());
/// ```
#[derive(Clone, Debug, Default)]
pub struct StopHandle(
    // Relaxed everywhere: the flag stands alone, no other data is published through it.
    Arc<AtomicBool>,
);

impl StopHandle {
    /// A handle that nobody has used yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends the searches that have this handle, those that have not begun included.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether [`stop`](Self::stop) was called.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// One search's stop flag and clock, shared by the thread that reads commands and the threads that search.
///
/// Every job owns its own, made when the job is queued: a stop that comes before the search has started is not lost,
/// and one that comes late stops nothing else.
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
    stop: StopHandle,
    // Relaxed everywhere: each value stands alone, no other data is published through it.
    optimum_us: AtomicU64,
    maximum_us: AtomicU64,
}

impl Control {
    /// A control whose clock started at `started`.
    pub fn new(started: Instant, budget: TimeBudget) -> Self {
        Self::with_stop(started, budget, StopHandle::new())
    }

    /// The same with a stop flag that others have, too.
    pub fn with_stop(started: Instant, budget: TimeBudget, stop: StopHandle) -> Self {
        let control = Self { started, stop, optimum_us: AtomicU64::new(0), maximum_us: AtomicU64::new(0) };
        control.set_budget(budget);
        control
    }

    /// Makes the search return its best move at once.
    pub fn stop(&self) {
        self.stop.stop();
    }

    /// Whether [`stop`](Self::stop) was called.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }

    /// Changes the time budget, also while the search runs.
    pub fn set_budget(&self, budget: TimeBudget) {
        self.optimum_us.store(saturating_us(budget.optimum), Ordering::Relaxed);
        self.maximum_us.store(saturating_us(budget.maximum), Ordering::Relaxed);
    }

    /// The time budget in force.
    pub fn budget(&self) -> TimeBudget {
        let read = |cell: &AtomicU64| match cell.load(Ordering::Relaxed) {
            u64::MAX => Duration::MAX,
            us => Duration::from_micros(us),
        };
        TimeBudget { optimum: read(&self.optimum_us), maximum: read(&self.maximum_us) }
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether the search must return now: stopped, or out of time.
    pub fn must_stop(&self) -> bool {
        self.is_stopped() || self.elapsed() >= self.budget().maximum
    }
}

fn saturating_us(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
