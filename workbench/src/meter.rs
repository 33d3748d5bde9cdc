//! How far long work has come.

/// Hears how far long work has come; the doors decide how to show it. Several threads may tell it.
pub trait Meter: Sync {
    /// So much of a total is done; the note is a few words about what it has brought so far.
    fn advance(&self, done: u64, total: u64, note: &str);
}

/// Shows nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoMeter;

impl Meter for NoMeter {
    fn advance(&self, _: u64, _: u64, _: &str) {}
}
