//! A square as the Gomocup protocol writes it.

use std::fmt;
use std::str::FromStr;

/// A square `x,y`: 0-based, `x` counts columns from the left, `y` rows from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Point {
    /// Column, from 0.
    pub(crate) x: i32,
    /// Row, from 0.
    pub(crate) y: i32,
}

impl Point {
    /// The square in column `x` and row `y`.
    pub(crate) const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// Whether the square lies on a board of `width` columns and `height` rows.
    pub(crate) const fn is_on(self, width: i32, height: i32) -> bool {
        0 <= self.x && self.x < width && 0 <= self.y && self.y < height
    }
}

impl FromStr for Point {
    type Err = String;

    /// Reads exactly what managers accept as a move: two plain numbers and one comma, nothing else.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("expected a square such as 7,7, found {text:?}");
        let number = |part: &str| {
            let plain = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
            if plain { part.parse::<i32>().map_err(|_| wrong()) } else { Err(wrong()) }
        };
        let (x, y) = text.split_once(',').ok_or_else(wrong)?;
        Ok(Self::new(number(x)?, number(y)?))
    }
}

impl fmt::Display for Point {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{},{}", self.x, self.y)
    }
}
