//! Move ordering values of shapes.
//!
//! These values stand here rather than in `search/parameters.rs` because
//! [`Pattern4Table`](super::Pattern4Table) precomputes them. They order the moves of VCF and VCT searches
//! and, where the policy is not used, of the main search. Chosen by hand, not tuned.

use super::{Shape, ShapeQuad};

/// The ordering value of a move by the four shapes it makes: the sum of their values, the second largest
/// counted twice to favour double threats.
pub(super) fn order_value(shapes: ShapeQuad) -> i16 {
    const fn value(shape: Shape) -> i32 {
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
    let mut values = shapes.map(value);
    values.sort_unstable();
    (values.iter().sum::<i32>() + values[2]) as i16
}
