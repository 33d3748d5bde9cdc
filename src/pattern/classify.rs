//! Classification of a window by trying continuations.

use super::Shape;
use crate::board::{CENTER, Cell, RADIUS, WINDOW_LEN, Window};
use crate::geometry::Color;
use crate::rules::{LineResult, Rule, line_result};

/// Length of a winning row.
const FIVE: usize = 5;
/// Number of squares making an open three from which on a two is wide.
const WIDE_TWO_WAYS: usize = 3;

/// The shape that a stone of `color` on the centre makes in a window; cells beyond it count as walls. Exact
/// for fives, fours and threes; twos may depend on a twelfth cell.
///
/// # Examples
/// ```
/// use rustgomo::board::{CENTER, Cell, WINDOW_LEN, Window};
/// use rustgomo::pattern::{Shape, classify};
/// use rustgomo::{Color, Rule};
///
/// let mut window = Window::from_cells([Cell::Empty; WINDOW_LEN]);
/// for place in [CENTER + 1, CENTER + 2, CENTER + 3] {
///     window = window.with(place, Cell::Black);
/// }
/// assert_eq!(classify(Rule::Freestyle, Color::Black, window), Shape::OpenFour);
/// ```
pub fn classify(rule: Rule, color: Color, window: Window) -> Shape {
    let line = Line { rule, color, window: window.with(CENTER, Cell::stone(color)) };
    match line_result(rule, color, line.window) {
        LineResult::Win => Shape::Five,
        LineResult::Overline => Shape::Overline,
        LineResult::Nothing => line.unfinished_shape(),
    }
}

/// A window with a stone of `color` on the centre.
#[derive(Clone, Copy)]
struct Line {
    rule: Rule,
    color: Color,
    window: Window,
}

impl Line {
    fn unfinished_shape(self) -> Shape {
        let reach = self.reach();
        let shape = match reach {
            0 | FIVE.. => Some(Shape::Dead),
            4 => self.four().or_else(|| self.three()).or_else(|| self.two()),
            3 => self.three().or_else(|| self.two()),
            2 => self.two(),
            _ => None,
        };
        shape.unwrap_or(Shape::One)
    }

    /// Largest number of own stones in five cells that contain the centre and no obstacle.
    fn reach(self) -> usize {
        let own = Cell::stone(self.color);
        (CENTER + 1 - FIVE..=CENTER)
            .map(|start| start..start + FIVE)
            .filter(|span| span.clone().all(|p| [own, Cell::Empty].contains(&self.window.cell(p))))
            .map(|span| span.filter(|&p| self.window.cell(p) == own).count())
            .max()
            .unwrap_or(0)
    }

    fn with(self, place: usize, cell: Cell) -> Self {
        Self { window: self.window.with(place, cell), ..self }
    }

    fn empty_places(self) -> impl Iterator<Item = usize> {
        (0..WINDOW_LEN).filter(move |&p| self.window.cell(p) == Cell::Empty)
    }

    /// The windows with one more own stone in a row of five with the centre.
    fn continuations(self) -> impl Iterator<Item = Self> {
        let own = Cell::stone(self.color);
        self.empty_places().filter(|p| p.abs_diff(CENTER) < RADIUS).map(move |p| self.with(p, own))
    }

    fn is_five(self) -> bool {
        line_result(self.rule, self.color, self.window) == LineResult::Win
    }

    fn fives(self) -> impl Iterator<Item = usize> {
        let own = Cell::stone(self.color);
        self.empty_places().filter(move |&p| self.with(p, own).is_five())
    }

    /// The kind of four, if one more stone wins.
    fn four(self) -> Option<Shape> {
        let mut fives = self.fives();
        let first = fives.next()?;
        let Some(second) = fives.next() else { return Some(Shape::Four) };
        if self.rule.is_restricted(self.color) {
            // Fives at both ends of one row are a straight four; closer together they are two fours that
            // share stones.
            return Some(if second - first == FIVE { Shape::OpenFour } else { Shape::DoubleFour });
        }
        let reply = Cell::stone(self.color.opponent());
        let is_open = self.empty_places().all(|p| self.with(p, reply).fives().next().is_some());
        Some(if is_open { Shape::OpenFour } else { Shape::Four })
    }

    /// The kind of three, if one more stone makes a four.
    fn three(self) -> Option<Shape> {
        let fours: Vec<Shape> = self.continuations().filter_map(|l| l.no_overline()?.four()).collect();
        let open = fours.iter().filter(|&&four| four == Shape::OpenFour).count();
        match open {
            0 => (!fours.is_empty()).then_some(Shape::Three),
            1 => Some(Shape::OpenThree),
            _ => Some(Shape::WideThree),
        }
    }

    /// The kind of two, if one more stone makes a three.
    fn two(self) -> Option<Shape> {
        let threes: Vec<Shape> = self.continuations().filter_map(|l| l.no_overline()?.three()).collect();
        let open = threes.iter().filter(|three| three.is_open_three()).count();
        match open {
            0 => (!threes.is_empty()).then_some(Shape::Two),
            1..WIDE_TWO_WAYS => Some(Shape::OpenTwo),
            _ => Some(Shape::WideTwo),
        }
    }

    /// The line itself, unless its centre is in a row of five or more.
    fn no_overline(self) -> Option<Self> {
        (self.reach() < FIVE).then_some(self)
    }
}
