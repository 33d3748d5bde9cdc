//! The state that the kernels update.

use aligned_vec::AVec;

use crate::geometry::{SQUARE_SPAN, Square};

/// A square changed by a move, with its patterns after the move.
#[derive(Clone, Copy, Debug)]
pub(super) struct PatternChange {
    pub(super) square: Square,
    pub(super) patterns: u64,
}

/// Channels and sums of a position.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// The clipped channels of each square.
    pub(super) cells: AVec<u8>,
    /// The sums of the channels of each region, at most 64 times 255; zeros up to
    /// [`REGION_SPAN`](super::regions::REGION_SPAN).
    pub(super) sums: AVec<i16>,
    /// The region of each square.
    pub(super) regions: Box<[u8; SQUARE_SPAN]>,
    /// The channels before each logged change; longer than the log.
    pub(super) old_cells: AVec<u8>,
}
