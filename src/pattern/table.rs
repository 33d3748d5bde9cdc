//! Lookup of shapes by window.

use std::sync::Arc;

use super::half::{HALVES, Half, numbered, view};
use super::{HalfClasses, Pattern4Table, Shape, classify};
use crate::board::{CENTER, Cell, Window};
use crate::geometry::{ByColor, Color};
use crate::rules::{PerRule, Rule};

/// Exclusive upper bound of pattern numbers under every rule (at most `172 * 172`), rounded up to replace
/// bounds checks by a mask.
pub const PATTERN_SPAN: usize = 1 << 15;

/// The shapes of both colours in one byte: black's in the low four bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShapePair(u8);

impl ShapePair {
    fn new(shapes: [Shape; 2]) -> Self {
        Self(shapes[0] as u8 | (shapes[1] as u8) << 4)
    }

    /// The codes of both colours: black's in the lowest four bits, white's from bit 16.
    #[inline]
    pub const fn codes(self) -> u32 {
        (self.0 & 15) as u32 | ((self.0 >> 4) as u32) << 16
    }

    /// The four-bit code of a colour's shape.
    #[inline]
    pub const fn code(self, color: Color) -> u8 {
        match color {
            Color::Black => self.0 & 15,
            Color::White => self.0 >> 4,
        }
    }

    /// The shape of a colour.
    #[inline]
    pub fn shape(self, color: Color) -> Shape {
        Shape::ALL[self.code(color) as usize]
    }
}

/// The tables of one rule: window to pattern, pattern to shapes, shapes to pattern4.
///
/// A *pattern* is the number of a pair of half-window classes, `left * classes + right`: all that matters to
/// both colours in a line through an empty square.
///
/// # Examples
/// ```
/// use rustgomo::board::{CENTER, Cell, WINDOW_LEN, Window};
/// use rustgomo::pattern::{PatternTable, Shape};
/// use rustgomo::{Color, Rule};
///
/// let table = PatternTable::of(Rule::Freestyle);
/// let window = Window::from_cells([Cell::Empty; WINDOW_LEN]).with(CENTER + 1, Cell::White);
/// let shapes = table.shapes(table.pattern(window));
/// assert!(shapes.shape(Color::White) > shapes.shape(Color::Black));
/// ```
#[derive(Debug)]
pub struct PatternTable {
    classes: HalfClasses,
    /// Class multiplied by the number of classes, by the bits of the left half.
    left: [u16; HALVES],
    /// Class, by the bits of the right half.
    right: [u16; HALVES],
    shapes: [ShapePair; PATTERN_SPAN],
    /// Shared by both colours if the rule treats them alike.
    pattern4s: ByColor<Arc<Pattern4Table>>,
}

static TABLES: PerRule<PatternTable> = PerRule::new(PatternTable::new);

impl PatternTable {
    /// The table of a rule, computed on first use.
    pub fn of(rule: Rule) -> &'static Self {
        TABLES.get(rule)
    }

    fn new(rule: Rule) -> Self {
        let classes = HalfClasses::new(rule.counts_closed_ends());
        let count = classes.count();
        let mut left = [0; HALVES];
        let mut right = [0; HALVES];
        for bits in 0..HALVES {
            left[bits] = (classes.of_left(bits) * count) as u16;
            right[bits] = classes.of_right(bits) as u16;
        }
        let views = Color::BOTH.map(|color| Views::new(rule, color, &classes));
        let mut shapes = [ShapePair::default(); PATTERN_SPAN];
        for (pattern, pair) in shapes.iter_mut().enumerate().take(count * count) {
            *pair = ShapePair::new([0, 1].map(|c| views[c].shape(pattern / count, pattern % count)));
        }
        let black = Arc::new(Pattern4Table::new(rule, Color::Black));
        let white = if rule.treats_colors_alike() {
            Arc::clone(&black)
        } else {
            Arc::new(Pattern4Table::new(rule, Color::White))
        };
        let pattern4s = ByColor([black, white]);
        Self { classes, left, right, shapes, pattern4s }
    }

    /// The half-window classes.
    pub const fn classes(&self) -> &HalfClasses {
        &self.classes
    }

    /// The pattern of a window with an empty centre.
    #[inline]
    pub fn pattern(&self, window: Window) -> u16 {
        self.left[window.left_bits() & (HALVES - 1)] + self.right[window.right_bits() & (HALVES - 1)]
    }

    /// The shapes that a move on the centre makes.
    #[inline]
    pub fn shapes(&self, pattern: u16) -> ShapePair {
        self.shapes[pattern as usize & (PATTERN_SPAN - 1)]
    }

    /// The pattern4s of a colour.
    #[inline]
    pub fn pattern4s(&self, color: Color) -> &Pattern4Table {
        &self.pattern4s.0[color.index()]
    }
}

/// The shapes of one colour by its view of the two halves: 63 or 94 views instead of 120 or 172 classes.
struct Views {
    of_class: Vec<usize>,
    shapes: Vec<Shape>,
    count: usize,
}

impl Views {
    fn new(rule: Rule, color: Color, classes: &HalfClasses) -> Self {
        let seen = |class| view(classes.representative(class), color, rule.counts_closed_ends());
        let (of_class, views) = numbered((0..classes.count()).map(seen));
        let count = views.len();
        let mut shapes = vec![Shape::Dead; count * count];
        for (l, &left) in views.iter().enumerate() {
            for (r, &right) in views.iter().enumerate().take(l + 1) {
                // Symmetric under reflection.
                let shape = classify(rule, color, window(left, right));
                shapes[l * count + r] = shape;
                shapes[r * count + l] = shape;
            }
        }
        Self { of_class, shapes, count }
    }

    fn shape(&self, left: usize, right: usize) -> Shape {
        self.shapes[self.of_class[left] * self.count + self.of_class[right]]
    }
}

fn window(left: Half, right: Half) -> Window {
    Window::from_cells(std::array::from_fn(|place| match place {
        CENTER => Cell::Empty,
        0..CENTER => left[CENTER - 1 - place],
        _ => right[place - CENTER - 1],
    }))
}
