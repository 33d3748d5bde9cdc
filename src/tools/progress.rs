//! How far long work has come.

/// Hears how far long work has come; the doors decide how to show it.
pub trait Progress {
    /// So much of a total is done; the note is a few words about what it has brought so far.
    fn advance(&mut self, done: u64, total: u64, note: &str);
}

/// Shows nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProgress;

impl Progress for NoProgress {
    fn advance(&mut self, _: u64, _: u64, _: &str) {}
}
