//! Values of pattern4s, fitted to games.

use std::collections::BTreeMap;

use crate::geometry::{ByColor, Color};
use crate::pattern::{Shape, ShapeQuad};
use crate::rules::Rule;

/// The values of one rule, in centi-units.
///
/// The text form has a line `tempo BLACK WHITE`, and a line for each pattern4: four hexadecimal digits, the
/// codes of its shapes in ascending order, then its values for black with and without the move, and for
/// white.
///
/// # Examples
/// ```
/// use rustgomo::{Color, Rule};
/// use rustgomo::eval::classical::Weights;
///
/// let weights = Weights::parse("tempo 40 30\n0001 5 2 6 3")?;
/// assert_eq!(weights.tempo()[Color::White], 30);
/// assert!(Weights::embedded(Rule::Renju).tempo()[Color::Black] > 0);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weights {
    tempo: ByColor<i32>,
    values: BTreeMap<ShapeQuad, ByColor<[i16; 2]>>,
}

impl Weights {
    /// The embedded values of a rule.
    pub fn embedded(rule: Rule) -> Self {
        // The tests check the files.
        Self::parse(embedded_text(rule)).unwrap_or_default()
    }

    /// Parses the text form. Missing pattern4s have no value.
    ///
    /// # Errors
    /// The first invalid line.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut weights = Self::default();
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            weights.parse_line(line).ok_or_else(|| line.to_owned())?;
        }
        Ok(weights)
    }

    fn parse_line(&mut self, line: &str) -> Option<()> {
        let mut words = line.split_ascii_whitespace();
        let name = words.next()?;
        let numbers: Vec<i16> = words.map(str::parse).collect::<Result<_, _>>().ok()?;
        if name == "tempo" {
            let [black, white] = numbers[..] else { return None };
            self.tempo = ByColor([black.into(), white.into()]);
            return Some(());
        }
        let codes: Vec<usize> =
            name.chars().map(|c| Some(c.to_digit(16)? as usize)).collect::<Option<_>>()?;
        let [a, b, c, d] = codes[..] else { return None };
        let shape = |code: usize| Shape::ALL.get(code).copied();
        let shapes = [shape(a)?, shape(b)?, shape(c)?, shape(d)?];
        let [b0, b1, w0, w1] = numbers[..] else { return None };
        self.values.insert(shapes, ByColor([[b0, b1], [w0, w1]]));
        shapes.is_sorted().then_some(())
    }

    /// The tempo bonus.
    pub const fn tempo(&self) -> ByColor<i32> {
        self.tempo
    }

    /// The values of a pattern4 for a colour, with and without the move; `shapes` in ascending order.
    pub fn get(&self, color: Color, shapes: ShapeQuad) -> [i16; 2] {
        self.values.get(&shapes).map_or([0; 2], |values| values[color])
    }
}

const fn embedded_text(rule: Rule) -> &'static str {
    match rule {
        Rule::Freestyle => include_str!("weights/freestyle.txt"),
        Rule::Standard => include_str!("weights/standard.txt"),
        Rule::Renju => include_str!("weights/renju.txt"),
        Rule::Caro => include_str!("weights/caro.txt"),
        Rule::ExactCaro => include_str!("weights/exact-caro.txt"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn embedded_weights_are_intact() {
        for rule in Rule::ALL {
            let weights = Weights::parse(embedded_text(rule)).unwrap();
            // As many as there are ways to choose four shapes.
            assert_eq!(weights.values.len(), 1820, "{rule:?}");
        }
    }

    #[test]
    fn values_are_read_by_colour_and_move() {
        let weights = Weights::parse("tempo 7 -8\n# a comment\n0123 1 -2 300 4\n").unwrap();
        assert_eq!(weights.tempo().0, [7, -8]);
        let shapes = [Shape::Dead, Shape::ALL[1], Shape::ALL[2], Shape::ALL[3]];
        assert_eq!(Color::BOTH.map(|color| weights.get(color, shapes)), [[1, -2], [300, 4]]);
    }

    #[test]
    fn nonsense_is_refused_with_its_line() {
        for line in ["0000 1 2 3", "000 1 2 3 4", "000d 1 2 3 4", "1000 1 2 3 4", "tempo 1", "x"] {
            assert_eq!(Weights::parse(line), Err(line.to_owned()));
        }
    }
}
