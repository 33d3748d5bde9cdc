//! Who has won, found by counting stones in a row around the last move. Written from the rule numbers of the
//! Gomocup protocol, without the library.

use std::collections::HashMap;

use super::point::Point;

/// One step along each of the four line directions.
const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Whose stone it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Color {
    /// The first player.
    Black,
    /// The second player.
    White,
}

impl Color {
    /// The other player.
    pub(crate) const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

/// The stones of one game.
#[derive(Default)]
pub(crate) struct Referee {
    stones: HashMap<Point, Color>,
}

impl Referee {
    /// Puts a stone on the board; false if the square is occupied.
    pub(crate) fn place(&mut self, point: Point, color: Color) -> bool {
        self.stones.insert(point, color).is_none()
    }

    /// Number of stones.
    pub(crate) fn count(&self) -> usize {
        self.stones.len()
    }

    /// Length of the longest row of `color` through `point`.
    pub(crate) fn longest(&self, point: Point, color: Color) -> i32 {
        self.rows(point, color).map(|(length, _)| length).into_iter().max().unwrap_or(0)
    }

    /// Stones of `color` beyond `point` in one direction, and what stops them.
    fn run(&self, point: Point, (dx, dy): (i32, i32), color: Color) -> (i32, Option<Color>) {
        let at = |distance: i32| {
            self.stones.get(&Point::new(point.x + dx * distance, point.y + dy * distance)).copied()
        };
        let mut length = 0;
        while at(length + 1) == Some(color) {
            length += 1;
        }
        (length, at(length + 1))
    }

    /// Lengths of the four rows through `point`, and whether opponent stones close both ends.
    fn rows(&self, point: Point, color: Color) -> [(i32, bool); 4] {
        STEPS.map(|(dx, dy)| {
            let (ahead, front) = self.run(point, (dx, dy), color);
            let (behind, back) = self.run(point, (-dx, -dy), color);
            // No stone of the same colour can stop a row, so any stone there is the opponent's.
            (ahead + 1 + behind, front.is_some() && back.is_some())
        })
    }

    /// Whether a stone of `color` on `point` wins, put there already or not.
    pub(crate) fn wins(&self, rule: u32, point: Point, color: Color) -> bool {
        self.rows(point, color).iter().any(|&(length, is_closed)| match rule {
            1 => length == 5,
            4 if color == Color::Black => length == 5,
            8 => length > 5 || length == 5 && !is_closed,
            9 => length == 5 && !is_closed,
            _ => length >= 5,
        })
    }
    /// A free square of a `size` × `size` board on which `color` wins at once.
    pub(crate) fn winning_square(&self, rule: u32, size: i32, color: Color) -> Option<Point> {
        self.free_squares(size).find(|&point| self.wins(rule, point, color))
    }

    /// A free square on which a stone of `color` leaves the other player without a winning square, had the
    /// stone on `instead_of` not been played.
    pub(crate) fn defence(&mut self, rule: u32, size: i32, color: Color, instead_of: Point) -> Option<Point> {
        self.stones.remove(&instead_of);
        let squares: Vec<Point> = self.free_squares(size).collect();
        let found = squares.into_iter().find(|&point| {
            self.stones.insert(point, color);
            let is_safe = self.winning_square(rule, size, color.other()).is_none();
            self.stones.remove(&point);
            is_safe
        });
        self.stones.insert(instead_of, color);
        found
    }

    fn free_squares(&self, size: i32) -> impl Iterator<Item = Point> {
        let squares = (0..size).flat_map(move |y| (0..size).map(move |x| Point::new(x, y)));
        squares.filter(|point| !self.stones.contains_key(point))
    }
}
