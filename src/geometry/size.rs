//! Board sizes.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::shortened;

/// Shortest side of a board.
pub const MIN_SIDE: u8 = 5;
/// Longest side: 22 cells and five walls at each end fit 32 two-bit cells in a `u64`.
pub const MAX_SIDE: u8 = 22;
/// Squares of the largest board.
pub const MAX_AREA: usize = MAX_SIDE as usize * MAX_SIDE as usize;

/// Width and height of a board, each from [`MIN_SIDE`] to [`MAX_SIDE`].
///
/// # Examples
/// ```
/// use rustgomo::BoardSize;
///
/// let size: BoardSize = "20x15".parse()?;
/// assert_eq!((size.width(), size.height()), (20, 15));
/// assert!(size.square(20, 0).is_none());
/// assert!(BoardSize::new(4, 15).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "String", try_from = "String"))]
pub struct BoardSize {
    width: u8,
    height: u8,
}

/// A width or height outside the supported range.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected a width and height from {MIN_SIDE} to {MAX_SIDE}, found {width}x{height}")]
pub struct SizeError {
    width: i64,
    height: i64,
}

impl Default for BoardSize {
    /// 15x15.
    fn default() -> Self {
        Self { width: 15, height: 15 }
    }
}

/// Errors of parsing a board size.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SizeTextError {
    /// Not one or two numbers.
    #[error("expected a size such as 15 or 20x15, found {found:?}")]
    Form {
        /// The text, shortened.
        found: String,
    },
    /// Numbers out of range.
    #[error(transparent)]
    Range(#[from] SizeError),
}

impl fmt::Display for BoardSize {
    /// Width and height, as in `20x15`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl FromStr for BoardSize {
    type Err = SizeTextError;

    /// Parses one side of a square board, `15`, or width and height, `20x15` or, as in SGF, `20:15`.
    fn from_str(text: &str) -> Result<Self, SizeTextError> {
        let form = || SizeTextError::Form { found: shortened(text) };
        let (width, height) = text.split_once(['x', 'X', ':']).unwrap_or((text, text));
        let number = |side: &str| side.trim().parse().map_err(|_| form());
        Ok(Self::new(number(width)?, number(height)?)?)
    }
}

impl BoardSize {
    /// Checks a width and a height.
    ///
    /// # Errors
    /// [`SizeError`] if either lies outside `5..=22`.
    pub fn new(width: i64, height: i64) -> Result<Self, SizeError> {
        let allowed = i64::from(MIN_SIDE)..=i64::from(MAX_SIDE);
        if allowed.contains(&width) && allowed.contains(&height) {
            Ok(Self { width: width as u8, height: height as u8 })
        } else {
            Err(SizeError { width, height })
        }
    }

    /// Columns, `5..=22`.
    pub const fn width(self) -> u8 {
        self.width
    }

    /// Rows, `5..=22`.
    pub const fn height(self) -> u8 {
        self.height
    }

    /// Number of squares.
    pub const fn area(self) -> usize {
        self.width as usize * self.height as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_in_every_form_and_errors_quote_little() {
        for text in ["20x15", " 20 X 15 ", "20:15"] {
            assert_eq!(text.parse::<BoardSize>().unwrap().to_string(), "20x15", "{text}");
        }
        assert_eq!("15".parse(), Ok(BoardSize::default()));
        for text in ["", "x", "15x", "4", "23", "15x99999999999999999999", "1.5"] {
            let message = text.parse::<BoardSize>().unwrap_err().to_string();
            assert!(message.starts_with("expected a "), "{text}: {message}");
        }
        assert!("9".repeat(1000).parse::<BoardSize>().unwrap_err().to_string().len() < 100);
    }
}
