//! Where things are in a picture of a board, in pixels.

use super::svg::Point;
use crate::geometry::Square;

/// Distance of two lines, pixels.
pub(super) const CELL: f64 = 40.0;
/// From the outermost line to the edge of the picture.
pub(super) const MARGIN: f64 = 44.0;
/// Height of percentages.
pub(super) const PERCENT_HEIGHT: f64 = 9.0;

/// From the first to the last of so many lines.
pub(super) fn span(count: u8) -> f64 {
    CELL * f64::from(count - 1)
}

/// The centre of a square.
pub(super) fn place(square: Square) -> Point {
    (MARGIN + CELL * f64::from(square.x()), MARGIN + CELL * f64::from(square.y()))
}
