//! The values of a rule by number of pattern4.

use super::{RoleValues, Weights};
use crate::geometry::{ByColor, Color};
use crate::pattern::{PatternTable, Shape, ShapeQuad};
use crate::rules::{PerRule, Rule};

/// Room for all patterns, rounded up so that a mask replaces the bounds check.
const COMBINATIONS: usize = 2048;

/// What a square is worth to one colour, by the number of its pattern4.
#[derive(Debug)]
pub struct SquareValues([RoleValues; COMBINATIONS]);

impl SquareValues {
    /// The values of a square with this pattern4.
    #[inline]
    pub const fn get(&self, number: u16) -> RoleValues {
        self.0[number as usize & (COMBINATIONS - 1)]
    }
}

/// What the classical evaluation adds up under one rule.
#[derive(Debug)]
pub struct Values {
    squares: ByColor<SquareValues>,
    tempo: ByColor<i32>,
}

static VALUES: PerRule<Values> = PerRule::new(Values::new);

impl Values {
    /// The values of a rule, unpacked when first asked for.
    pub fn of(rule: Rule) -> &'static Self {
        VALUES.get(rule)
    }

    fn new(rule: Rule) -> Self {
        let weights = Weights::embedded(rule);
        let squares = Color::BOTH.map(|color| {
            let pattern4s = PatternTable::of(rule).pattern4s(color);
            let mut values = [RoleValues::ZERO; COMBINATIONS];
            for (number, (value, &shapes)) in values.iter_mut().zip(pattern4s.shapes()).enumerate() {
                // Nobody plays on a foul, and dead squares, as which occupied ones are kept, count for nothing.
                let is_worthless = pattern4s.get(number as u16).is_certain_foul() || shapes == DEAD;
                if !is_worthless {
                    *value = RoleValues::new(weights.get(color, shapes));
                }
            }
            SquareValues(values)
        });
        Self { squares: ByColor(squares), tempo: weights.tempo() }
    }

    /// What squares are worth to a colour.
    #[inline]
    pub fn squares(&self, color: Color) -> &SquareValues {
        &self.squares[color]
    }

    /// Worth of having the move to a colour, centi-units.
    #[inline]
    pub fn tempo(&self, color: Color) -> i32 {
        self.tempo[color]
    }
}

/// A square where neither stone nor room is worth anything.
const DEAD: ShapeQuad = [Shape::Dead; 4];
