//! Worth of squares: sums for both roles in one word, and the values that are set by hand.

use std::ops::{AddAssign, Sub};

use super::{Role, Shape};

/// A value with the move and one without, or sums and differences of such, in centi-units. Both are in one word so that
/// one addition adds both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoleValues(i64);

impl RoleValues {
    /// Worth nothing.
    pub const ZERO: Self = Self(0);

    /// The values with and without the move.
    pub(super) const fn new([to_move, waiting]: [i16; 2]) -> Self {
        Self(((waiting as i64) << 32) + to_move as i64)
    }

    /// One of the two.
    #[inline]
    pub const fn get(self, role: Role) -> i32 {
        match role {
            Role::ToMove => self.0 as i32,
            // A negative lower half has borrowed from the upper one.
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

impl Sub for RoleValues {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

/// What a shape that could be made is worth to its side while it is only a possibility, in centi-units.
const fn shape_value(shape: Shape) -> i32 {
    match shape {
        Shape::Dead | Shape::Overline | Shape::DoubleFour => 0,
        Shape::One => 1,
        Shape::Two => 3,
        Shape::OpenTwo => 7,
        Shape::WideTwo => 10,
        Shape::Three => 12,
        Shape::OpenThree => 26,
        Shape::WideThree => 34,
        Shape::Four => 36,
        Shape::OpenFour => 120,
        Shape::Five => 200,
    }
}

/// Value of an empty square to one side by its four shapes, in centi-units: the shapes themselves, and a part of the
/// second best, since two shapes in one move are more than two moves with one.
pub(super) fn square_value(shapes: [Shape; 4]) -> i16 {
    let mut values = shapes.map(shape_value);
    values.sort_unstable();
    let sum: i32 = values.iter().sum();
    (sum + values[2] / 2) as i16
}

/// Worth of a move for the order of the search, by the four shapes it makes.
pub(super) fn order_value(shapes: [Shape; 4]) -> i16 {
    const fn worth(shape: Shape) -> i32 {
        match shape {
            Shape::Dead | Shape::Overline | Shape::DoubleFour => 0,
            Shape::One => 2,
            Shape::Two => 8,
            Shape::OpenTwo => 20,
            Shape::WideTwo => 28,
            Shape::Three => 30,
            Shape::OpenThree => 80,
            Shape::WideThree => 100,
            Shape::Four => 110,
            Shape::OpenFour => 800,
            Shape::Five => 2000,
        }
    }
    let mut values = shapes.map(worth);
    values.sort_unstable();
    (values.iter().sum::<i32>() + values[2]) as i16
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
            assert_eq!(Role::BOTH.map(|role| RoleValues::new(value).get(role)), value.map(i32::from));
            sum += RoleValues::new(value) - RoleValues::new([5, -5]);
            expected = [expected[0] + i32::from(value[0]) - 5, expected[1] + i32::from(value[1]) + 5];
            assert_eq!(Role::BOTH.map(|role| sum.get(role)), expected);
        }
    }
}
