//! Progress of long-running work.

/// Receives progress; the CLI renders it. Called by several threads.
pub trait Meter: Sync {
    /// Reports that `done` of `total` units are done, with a note on the results so far.
    fn advance(&self, done: u64, total: u64, note: &str);
}

/// Ignores progress.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoMeter;

impl Meter for NoMeter {
    fn advance(&self, _: u64, _: u64, _: &str) {}
}
