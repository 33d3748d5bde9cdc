//! The sums of a position, and what changes them.

use aligned_vec::AVec;

use crate::geometry::{SQUARE_SPAN, Square};

/// A square that a move rewrote, and its windows after the move.
#[derive(Clone, Copy, Debug)]
pub(super) struct WindowChange {
    pub(super) square: Square,
    pub(super) patterns: u64,
}

/// What the kernels work on.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// For each square its clipped channels.
    pub(super) cells: AVec<u8>,
    /// For each region the sums of the channels: at most 64 times 255; zeros up to [`REGION_SPAN`](super::regions::REGION_SPAN).
    pub(super) sums: AVec<i16>,
    /// The region of each square.
    pub(super) regions: Box<[u8; SQUARE_SPAN]>,
    /// For each logged change the cell before; longer than the log.
    pub(super) old_cells: AVec<u8>,
}
