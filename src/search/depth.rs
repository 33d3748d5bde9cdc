//! The unit of depth.

/// One ply: depths are in hundredths of a ply, for fractional reductions and extensions.
pub(crate) const PLY: i32 = 100;
