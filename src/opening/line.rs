//! Openings.

use std::fmt;
use std::str::FromStr;

use super::{MAX_OFFSET, MIN_OFFSET, OpeningError};
use crate::board::{Board, parse_squares};
use crate::geometry::{BoardSize, Square, shortened};

/// The first stones of a game in order of play, black first, as offsets from column `width / 2` and row
/// `height / 2`, counted from 0.
///
/// The text is a line such as `0,0, 1,-2, 3,0`: for each stone the columns to the right and the rows down.
///
/// # Examples
/// ```
/// use rustgomo::geometry::BoardSize;
/// use rustgomo::opening::Opening;
///
/// let opening: Opening = "0,0, 1,-2, 3,0".parse()?;
/// let board = opening.board(BoardSize::new(15, 15)?)?;
/// assert_eq!(board.history().len(), 3);
/// assert_eq!(opening.to_string(), "0,0, 1,-2, 3,0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Opening {
    offsets: Vec<(i8, i8)>,
}

impl Opening {
    /// The opening of these moves on a board of this size; `None` without moves.
    pub fn from_squares(squares: &[Square], size: BoardSize) -> Option<Self> {
        let (x, y) = middle(size);
        let offset = |square: &Square| (square.x() as i8 - x, square.y() as i8 - y);
        (!squares.is_empty()).then(|| Self { offsets: squares.iter().map(offset).collect() })
    }

    /// Parses a line for boards of this size: offsets, or square names such as `h8 i9 j7`.
    ///
    /// # Errors
    /// [`OpeningError`] for what is neither; offsets may still lie off the board.
    pub fn parse(line: &str, size: BoardSize) -> Result<Self, OpeningError> {
        if !line.trim_start().starts_with(|c: char| c.is_alphabetic()) {
            return line.parse();
        }
        let opening = Self::from_squares(&parse_squares(line, size)?, size).ok_or(OpeningError::Empty)?;
        opening.distinct()
    }

    /// The opening, if no two stones share a square.
    fn distinct(self) -> Result<Self, OpeningError> {
        let before = |i: usize| &self.offsets[..i];
        let repeated = self.offsets.iter().enumerate().find(|(i, offset)| before(*i).contains(offset));
        match repeated {
            Some((_, &(x, y))) => Err(OpeningError::Twice { x, y }),
            None => Ok(self),
        }
    }

    /// The moves on a board of this size.
    ///
    /// # Errors
    /// [`OpeningError::OffBoard`] if the board is too small.
    pub fn squares(&self, size: BoardSize) -> Result<Vec<Square>, OpeningError> {
        let (middle_x, middle_y) = middle(size);
        let place = |&(x, y): &(i8, i8)| {
            let square = size.square(i64::from(x) + i64::from(middle_x), i64::from(y) + i64::from(middle_y));
            square.ok_or(OpeningError::OffBoard { x, y, size })
        };
        self.offsets.iter().map(place).collect()
    }

    /// The board after the opening.
    ///
    /// # Errors
    /// [`OpeningError::OffBoard`] if the board is too small.
    pub fn board(&self, size: BoardSize) -> Result<Board, OpeningError> {
        let mut board = Board::new(size);
        for (square, &(x, y)) in self.squares(size)?.into_iter().zip(&self.offsets) {
            board.play(square).map_err(|_| OpeningError::Twice { x, y })?;
        }
        Ok(board)
    }

    /// Number of stones, at least 1.
    pub const fn stones(&self) -> usize {
        self.offsets.len()
    }
}

impl FromStr for Opening {
    type Err = OpeningError;

    /// Parses a line; blanks around the numbers and a trailing comma are allowed.
    fn from_str(line: &str) -> Result<Self, OpeningError> {
        let line = line.trim();
        let line = line.strip_suffix(',').unwrap_or(line);
        if line.is_empty() {
            return Err(OpeningError::Empty);
        }
        let numbers = line.split(',').map(number).collect::<Result<Vec<i8>, _>>()?;
        let (pairs, rest) = numbers.as_chunks::<2>();
        if !rest.is_empty() {
            return Err(OpeningError::Odd { count: numbers.len() });
        }
        Self { offsets: pairs.iter().map(|&[x, y]| (x, y)).collect() }.distinct()
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (x, y)) in self.offsets.iter().enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            write!(f, "{comma}{x},{y}")?;
        }
        Ok(())
    }
}

fn middle(size: BoardSize) -> (i8, i8) {
    (size.width() as i8 / 2, size.height() as i8 / 2)
}

fn number(text: &str) -> Result<i8, OpeningError> {
    let text = text.trim();
    let wrong = || OpeningError::Number { found: shortened(text) };
    let value: i64 = text.parse().map_err(|_| wrong())?;
    let allowed = i64::from(MIN_OFFSET)..=i64::from(MAX_OFFSET);
    if allowed.contains(&value) { Ok(value as i8) } else { Err(OpeningError::Range { found: value }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_an_opening_reads_back() {
        for text in ["0,0", "-7,7, 0,3, 1,1", "-16,15, 0,0"] {
            assert_eq!(text.parse::<Opening>().unwrap().to_string(), text);
        }
        assert_eq!(" 1,2,3 , 4,".parse::<Opening>().unwrap().to_string(), "1,2, 3,4");
    }

    #[test]
    fn squares_and_offsets_are_inverse_on_every_size() {
        for (width, height) in [(15, 15), (20, 20), (22, 5)] {
            let size = BoardSize::new(width, height).unwrap();
            let squares: Vec<Square> = size.squares().step_by(7).collect();
            let opening = Opening::from_squares(&squares, size).unwrap();
            assert_eq!(opening.squares(size).unwrap(), squares);
        }
    }

    #[test]
    fn a_line_of_names_is_the_opening_of_its_offsets() {
        let size = BoardSize::new(15, 15).unwrap();
        for line in ["h8 i9 j6", "h8i9j6", " H8, i9, j6", "0,0, 1,-1, 2,2"] {
            assert_eq!(Opening::parse(line, size).unwrap().to_string(), "0,0, 1,-1, 2,2", "{line}");
        }
        for line in ["h8 z9", "hello", "h8 h8", "0;0", "0,0, 1"] {
            assert!(Opening::parse(line, size).is_err(), "{line}");
        }
    }

    #[test]
    fn nonsense_is_refused_with_what_was_found() {
        let error = |text: &str| text.parse::<Opening>().unwrap_err();
        assert_eq!(error(""), OpeningError::Empty);
        assert_eq!(error("0,0, 1"), OpeningError::Odd { count: 3 });
        assert_eq!(error("0,0, 0,0"), OpeningError::Twice { x: 0, y: 0 });
        assert_eq!(error("0,99"), OpeningError::Range { found: 99 });
        assert_eq!(error("h8i9"), OpeningError::Number { found: "h8i9".into() });
        assert!(matches!(error(&"9".repeat(10_000)), OpeningError::Number { found } if found.len() == 40));
        let small = BoardSize::new(5, 5).unwrap();
        let far: Opening = "0,5".parse().unwrap();
        assert_eq!(far.board(small).unwrap_err(), OpeningError::OffBoard { x: 0, y: 5, size: small });
    }
}
