//! The unit of depth.

/// One ply of depth. Depths are hundredths, so that reductions can be weighed finely.
pub const PLY: i32 = 100;
