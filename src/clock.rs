//! The one clock: everything else takes its [`Instant`] from here.
//!
//! Where the standard library has no clock, which is so in a browser, the program gives one with
//! `clock::set_source`.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use sourced::{Instant, set_source};

/// A clock that the program gives, for systems without one.
#[doc(hidden)]
pub mod sourced {
    use std::ops::{Add, Sub};
    use std::sync::OnceLock;
    use std::time::Duration;

    static SOURCE: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Gives the clock: a function that returns the time since some fixed moment. The first call counts;
    /// before it, time stands still.
    pub fn set_source(source: fn() -> Duration) {
        // A second clock would disagree with times that were taken from the first.
        let _ = SOURCE.set(source);
    }

    /// A moment of that clock.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Instant(Duration);

    impl Instant {
        /// This moment.
        pub fn now() -> Self {
            Self(SOURCE.get().map_or(Duration::ZERO, |source| source()))
        }

        /// The time since this moment.
        pub fn elapsed(&self) -> Duration {
            Self::now().duration_since(*self)
        }

        /// The time since an earlier moment; zero if it is later.
        pub(crate) fn duration_since(&self, earlier: Self) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// The same.
        pub fn saturating_duration_since(&self, earlier: Self) -> Duration {
            self.duration_since(earlier)
        }

        /// This moment and some time; none if that is beyond the clock.
        pub fn checked_add(&self, time: Duration) -> Option<Self> {
            self.0.checked_add(time).map(Self)
        }

        /// Some time before this moment; none if that is before the clock's first.
        pub fn checked_sub(&self, time: Duration) -> Option<Self> {
            self.0.checked_sub(time).map(Self)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Self;
        fn add(self, time: Duration) -> Self {
            Self(self.0.saturating_add(time))
        }
    }

    impl Sub<Duration> for Instant {
        type Output = Self;
        fn sub(self, time: Duration) -> Self {
            Self(self.0.saturating_sub(time))
        }
    }

    impl Sub for Instant {
        type Output = Duration;
        fn sub(self, earlier: Self) -> Duration {
            self.duration_since(earlier)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    use super::sourced::{Instant, set_source};

    static MS: AtomicU64 = AtomicU64::new(0);

    #[test]
    fn a_given_clock_measures_time() {
        let start = Instant::now();
        assert_eq!(start.elapsed(), Duration::ZERO);
        MS.store(700, Ordering::Relaxed);
        set_source(|| Duration::from_millis(MS.load(Ordering::Relaxed)));
        assert_eq!(
            (start.elapsed(), Instant::now() - start),
            (Duration::from_millis(700), Duration::from_millis(700))
        );
        let later = start + Duration::from_secs(1);
        assert_eq!((later > start, later.elapsed()), (true, Duration::ZERO));
        assert_eq!(later - Duration::from_secs(2), start);
        assert_eq!(
            (start.checked_sub(Duration::from_nanos(1)), start.checked_add(Duration::MAX)),
            (None, Some(Instant::now() + Duration::MAX))
        );
        set_source(|| Duration::ZERO);
        assert_eq!(start.elapsed(), Duration::from_millis(700), "the first clock stays");
    }
}
