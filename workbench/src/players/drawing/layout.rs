//! Layout of a picture of a board, in pixels.

use super::svg::Point;
use rustgomo::geometry::Square;

/// Distance of lines in pixels.
pub(super) const CELL: f64 = 40.0;
/// Distance of the outermost line from the edge, with room for a stone and a coordinate.
pub(super) const MARGIN: f64 = 54.0;
/// Distance of the middle of a coordinate from the edge.
pub(super) const COORDINATE_INSET: f64 = 17.0;
/// Radius of a stone.
pub(super) const STONE_RADIUS: f64 = 18.0;
/// Height of percentages.
pub(super) const PERCENT_HEIGHT: f64 = 9.0;
/// Half the side of the coloured square of a move.
pub(super) const HEAT_HALF: f64 = CELL * 0.48;

/// Distance of the first from the last line.
pub(super) fn span(count: u8) -> f64 {
    CELL * f64::from(count - 1)
}

/// The centre of a square.
pub(super) fn place(square: Square) -> Point {
    (MARGIN + CELL * f64::from(square.x()), MARGIN + CELL * f64::from(square.y()))
}
