//! Pairs of values with and without the move.

use std::ops::AddAssign;

/// Whether a side is to move: shapes are worth more to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The side to move.
    ToMove,
    /// The other side.
    Waiting,
}

/// A pair of values with and without the move, or sums of such, in centi-units, packed so
/// that one addition adds both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoleValues(i64);

impl RoleValues {
    /// Zero.
    pub const ZERO: Self = Self(0);

    /// The values with and without the move.
    pub(super) const fn new([to_move, waiting]: [i16; 2]) -> Self {
        Self(((waiting as i64) << 32) + to_move as i64)
    }

    /// The value for a role.
    #[inline]
    pub const fn get(self, role: Role) -> i32 {
        match role {
            Role::ToMove => self.0 as i32,
            // A negative lower half borrows from the upper one.
            Role::Waiting => ((self.0 - self.0 as i32 as i64) >> 32) as i32,
        }
    }
}

impl AddAssign for RoleValues {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_values_survive_sums_of_either_sign() {
        let values = [[-3, 7], [12, -32_768], [i16::MIN, i16::MAX], [0, -1], [-1, 0]];
        let mut sum = RoleValues::ZERO;
        let mut expected = [0, 0];
        for value in values {
            let both = |values: RoleValues| [Role::ToMove, Role::Waiting].map(|role| values.get(role));
            assert_eq!(both(RoleValues::new(value)), value.map(i32::from));
            sum += RoleValues::new(value);
            expected = [expected[0] + i32::from(value[0]), expected[1] + i32::from(value[1])];
            assert_eq!(both(sum), expected);
        }
    }
}
