//! Positions without the board around them.

use super::super::names::image;
use crate::board::Board;
use crate::geometry::{Color, MAX_SIDE, Square};

/// The stones of a position, as places and colours, up to reflections, rotations and shifts: two positions
/// are symmetric if their figures are equal.
///
/// # Examples
/// ```
/// use rustgomo::board::parse_squares;
/// use rustgomo::opening::Figure;
/// use rustgomo::{Board, BoardSize};
///
/// let size = BoardSize::new(15, 15)?;
/// let board = Board::with_moves(size, parse_squares("h8 h9 h7 h6", size)?)?;
/// let figures = parse_squares("g8 i7 g9", size)?.into_iter().map(|square| Figure::after(&board, square));
/// let figures: Vec<Figure> = figures.collect();
/// assert!(figures[0] == figures[1] && figures[0] != figures[2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Figure(Vec<usize>);

impl Figure {
    /// The figure of a board after a stone of the side to move on this square.
    pub fn after(board: &Board, square: Square) -> Self {
        let stones = |color| board.stones(color).iter().map(move |square| (square, color));
        let new = (square, board.side_to_move());
        let stones: Vec<_> = Color::BOTH.into_iter().flat_map(stones).chain([new]).collect();
        let turned = |symmetry| {
            let place = |&(square, color): &(Square, Color)| {
                let (x, y) = image((square.x() as i8, square.y() as i8), symmetry);
                (x, y, color.index())
            };
            let places: Vec<(i8, i8, usize)> = stones.iter().map(place).collect();
            let (left, top) =
                places.iter().fold((i8::MAX, i8::MAX), |(left, top), &(x, y, _)| (left.min(x), top.min(y)));
            // Numbers are sorted elsewhere, too; sorting triples takes a hundredth of the page's engine.
            let number =
                |(x, y, color)| ((x - left) as usize * MAX_SIDE as usize + (y - top) as usize) * 2 + color;
            let mut numbers: Vec<usize> = places.into_iter().map(number).collect();
            numbers.sort_unstable();
            numbers
        };
        Self((0..8).map(turned).min().unwrap_or_default())
    }
}
