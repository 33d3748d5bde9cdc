//! Remaining depth of a search.

use std::ops::{Add, Sub};

/// A depth in hundredths of a ply, for fractional reductions and extensions; negative below a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Depth(i32);

impl Depth {
    /// No depth: a leaf.
    pub const ZERO: Self = Self(0);
    /// One ply.
    pub const PLY: Self = Self::plies(1);

    /// A number of plies.
    pub const fn plies(plies: i32) -> Self {
        Self(plies * 100)
    }

    /// A number of hundredths of a ply.
    pub const fn hundredths(hundredths: i32) -> Self {
        Self(hundredths)
    }

    /// The whole plies, rounded towards zero.
    pub const fn whole_plies(self) -> i32 {
        self.0 / Self::PLY.0
    }

    /// The depth in hundredths of a ply.
    pub const fn as_hundredths(self) -> i32 {
        self.0
    }

    /// A margin that grows by `per_ply` with each ply.
    pub(crate) const fn times(self, per_ply: i32) -> i32 {
        per_ply * self.0 / Self::PLY.0
    }
}

impl Add for Depth {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Depth {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}
