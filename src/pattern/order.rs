//! How urgent a move looks by the shapes it makes: the order in which moves are tried.

use super::{Shape, ShapeQuad};

/// Worth of a move for the order of the search, by the four shapes it makes.
pub(super) fn order_value(shapes: ShapeQuad) -> i16 {
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
