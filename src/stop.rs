//! The one way to stop long work: searches, proofs, imports and exports take a [`StopHandle`].

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::clock::Instant;

/// Stops work from another thread, a callback or a Ctrl-C handler. Clones share one flag, which is never
/// reset: use a new handle for new work.
///
/// # Examples
/// ```
/// use std::time::Duration;
///
/// use rustgomo::StopHandle;
///
/// let stop = StopHandle::new();
/// let hour = stop.within(Duration::from_secs(3600));
/// assert!(!hour.is_stopped() && stop.within(Duration::ZERO).is_stopped());
/// let elsewhere = stop.clone();
/// std::thread::spawn(move || elsewhere.stop()).join().unwrap();
/// assert!(stop.is_stopped() && hour.is_stopped() && !StopHandle::new().is_stopped());
/// ```
#[derive(Clone, Debug, Default)]
pub struct StopHandle {
    // Relaxed: no other data is published through the flag.
    flag: Arc<AtomicBool>,
    deadline: Option<Instant>,
}

impl StopHandle {
    /// A handle that is not stopped.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same flag for work that also ends after some time from now.
    #[must_use]
    pub fn within(&self, time: Duration) -> Self {
        let deadline = Instant::now().checked_add(time).into_iter().chain(self.deadline).min();
        Self { flag: Arc::clone(&self.flag), deadline }
    }

    /// Stops all work with this flag, including that not yet started.
    pub fn stop(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Whether [`stop`](Self::stop) was called, or the time is over.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.flag.load(Ordering::Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
