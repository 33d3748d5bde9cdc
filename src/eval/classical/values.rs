//! Lookup tables of the classical evaluation.

use super::Weights;
use crate::geometry::{ByColor, Color};
use crate::pattern::{PATTERN4_SPAN, PatternTable, Shape, ShapeQuad};
use crate::rules::{PerRule, Rule};

/// Values of a square for one colour by pattern4 index.
#[derive(Debug)]
pub struct SquareValues([[i16; 2]; PATTERN4_SPAN]);

impl SquareValues {
    /// The values of a square with this pattern4, with and without the move.
    #[inline]
    pub const fn get(&self, number: u16) -> [i16; 2] {
        self.0[number as usize & (PATTERN4_SPAN - 1)]
    }
}

/// The values of one rule.
#[derive(Debug)]
pub struct Values {
    squares: ByColor<SquareValues>,
    tempo: ByColor<i32>,
}

static VALUES: PerRule<Values> = PerRule::new(Values::new);

impl Values {
    /// The values of a rule, computed on first use.
    pub fn of(rule: Rule) -> &'static Self {
        VALUES.get(rule)
    }

    fn new(rule: Rule) -> Self {
        let weights = Weights::embedded(rule);
        let squares = Color::BOTH.map(|color| {
            let pattern4s = PatternTable::of(rule).pattern4s(color);
            let mut values = [[0; 2]; PATTERN4_SPAN];
            for (number, (value, &shapes)) in values.iter_mut().zip(pattern4s.shapes()).enumerate() {
                // Certain fouls and dead squares, like occupied ones, have no value.
                let is_worthless = pattern4s.get(number as u16).is_certain_foul() || shapes == DEAD;
                if !is_worthless {
                    *value = weights.get(color, shapes);
                }
            }
            SquareValues(values)
        });
        Self { squares: ByColor(squares), tempo: weights.tempo() }
    }

    /// The square values of a colour.
    #[inline]
    pub fn squares(&self, color: Color) -> &SquareValues {
        &self.squares[color]
    }

    /// Tempo bonus of a colour, centi-units.
    #[inline]
    pub fn tempo(&self, color: Color) -> i32 {
        self.tempo[color]
    }
}

/// Four dead lines.
const DEAD: ShapeQuad = [Shape::Dead; 4];
