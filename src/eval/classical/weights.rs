//! What patterns are worth: fitted to games where that has been done, else set by hand.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::geometry::{ByColor, Color};
use crate::pattern::{SHAPE_COUNT, Shape, ShapeQuad};
use crate::rules::Rule;

/// Worth of having the move where nothing is fitted, centi-units.
const HAND_TEMPO: i32 = 150;

/// The values of one rule, in centi-units.
///
/// The text form has one line `tempo BLACK WHITE`, and one for each pattern4: four hexadecimal digits, the codes of
/// its shapes in ascending order, then its value to black with and without the move, then to white.
///
/// # Examples
/// ```
/// use rustgomo::Rule;
/// use rustgomo::eval::classical::Weights;
///
/// let weights = Weights::embedded(Rule::Renju);
/// assert_eq!(Weights::parse(&weights.to_text()), Ok(weights));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weights {
    tempo: Option<ByColor<i32>>,
    values: BTreeMap<ShapeQuad, ByColor<[i16; 2]>>,
}

impl Weights {
    /// The values that the program contains for a rule.
    pub fn embedded(rule: Rule) -> Self {
        // A damaged file would be found by the tests; the hand-set values still play.
        Self::parse(embedded_text(rule)).unwrap_or_default()
    }

    /// Reads the text form. Patterns that are left out have their hand-set values.
    ///
    /// # Errors
    /// The first line that is none of the format, as it stands.
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
            self.tempo = Some(ByColor([black.into(), white.into()]));
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

    /// The text form, in ascending order of the shapes.
    pub fn to_text(&self) -> String {
        let tempo = self.tempo.unwrap_or(ByColor([HAND_TEMPO; 2]));
        let mut text = format!("tempo {} {}\n", tempo.0[0], tempo.0[1]);
        for (shapes, ByColor([black, white])) in &self.values {
            let codes = shapes.map(|shape| char::from_digit(shape as u32, SHAPE_COUNT as u32).unwrap_or('?'));
            let name: String = codes.iter().collect();
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name} {} {} {} {}", black[0], black[1], white[0], white[1]);
        }
        text
    }

    /// Sets the worth of having the move.
    pub fn set_tempo(&mut self, tempo: ByColor<i32>) {
        self.tempo = Some(tempo);
    }

    /// Sets a pattern4's values to both colours, each with and without the move.
    pub fn set(&mut self, mut shapes: ShapeQuad, values: ByColor<[i16; 2]>) {
        shapes.sort_unstable();
        self.values.insert(shapes, values);
    }

    /// Worth of having the move.
    pub fn tempo(&self) -> ByColor<i32> {
        self.tempo.unwrap_or(ByColor([HAND_TEMPO; 2]))
    }

    /// A pattern4's values to a colour, with and without the move; the shapes in ascending order.
    pub fn get(&self, color: Color, shapes: ShapeQuad) -> [i16; 2] {
        self.values.get(&shapes).map_or([square_value(shapes); 2], |values| values[color])
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
fn square_value(shapes: ShapeQuad) -> i16 {
    let mut values = shapes.map(shape_value);
    values.sort_unstable();
    let sum: i32 = values.iter().sum();
    (sum + values[2] / 2) as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn embedded_weights_are_intact() {
        for rule in Rule::ALL {
            assert!(Weights::parse(embedded_text(rule)).is_ok(), "{rule:?}");
        }
    }

    #[test]
    fn weights_survive_writing_and_reading() {
        let mut weights = Weights::default();
        weights.set_tempo(ByColor([7, -8]));
        weights.set([Shape::Five, Shape::Dead, Shape::Overline, Shape::One], ByColor([[1, -2], [300, 4]]));
        let read = Weights::parse(&weights.to_text()).unwrap();
        assert_eq!(read, weights);
        assert_eq!(read.get(Color::White, [Shape::Dead, Shape::One, Shape::Five, Shape::Overline]), [300, 4]);
    }

    #[test]
    fn nonsense_is_refused_with_its_line() {
        for line in ["0000 1 2 3", "000 1 2 3 4", "000d 1 2 3 4", "1000 1 2 3 4", "tempo 1", "x"] {
            assert_eq!(Weights::parse(line), Err(line.to_owned()));
        }
    }
}
