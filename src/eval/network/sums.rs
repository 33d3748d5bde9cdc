//! The sums of a position, and what changes them.

use crate::geometry::{SQUARE_SPAN, Square};

/// A square whose windows have changed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub(super) square: Square,
    /// Its windows now.
    pub(super) patterns: u64,
    /// Its windows before.
    pub(super) old_patterns: u64,
}

/// What the kernels work on.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// For each square its clipped channels.
    pub(super) cells: Vec<u8>,
    /// For each region the sums of the channels: at most 64 times 255.
    pub(super) sums: Vec<i16>,
    /// The region of each square.
    pub(super) regions: Box<[u8; SQUARE_SPAN]>,
    /// For each logged change the cell before; longer than the log.
    pub(super) old_cells: Vec<u8>,
}
