//! Hand-set worth of shapes: the first classical evaluation, and the order in which moves are tried.

use super::Shape;

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
