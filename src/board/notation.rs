//! Square names: column letter, then row number from the bottom, as in `h8`.

use std::iter;

use super::DiagramError;
use crate::geometry::{BoardSize, Square, shortened};

/// The name of a square; `a1` is at the bottom left. For a square off the board it is no name, but says where
/// it would be.
pub fn square_name(square: Square, size: BoardSize) -> String {
    format!("{}{}", char::from(b'a' + square.x()), i16::from(size.height()) - i16::from(square.y()))
}

/// The names of several squares.
pub fn square_names(squares: impl IntoIterator<Item = Square>, size: BoardSize) -> Vec<String> {
    squares.into_iter().map(|square| square_name(square, size)).collect()
}

/// Parses a name such as `h8`, a letter in any case and digits.
///
/// # Examples
/// ```
/// use rustgomo::BoardSize;
/// use rustgomo::board::{parse_square, square_name};
///
/// let size = BoardSize::new(15, 15)?;
/// let square = parse_square("K10", size)?;
/// // Rows are named from the bottom and counted from the top.
/// assert_eq!((square.x(), square.y()), (10, 5));
/// assert_eq!(square_name(square, size), "k10");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`DiagramError::Name`] if the text is no square of the board.
pub fn parse_square(text: &str, size: BoardSize) -> Result<Square, DiagramError> {
    let read = || {
        let column = text.chars().next().filter(|_| is_like_a_name(text))?.to_ascii_lowercase();
        let x = i64::from(u32::from(column)) - i64::from(b'a');
        let row: i64 = text.get(1..)?.parse().ok()?;
        size.square(x, i64::from(size.height()).checked_sub(row)?)
    };
    read().ok_or_else(|| DiagramError::Name { found: shortened(text) })
}

/// Parses several names, with or without blanks and commas between them: `h8 i9`, `h8i9` or `h8, i9`.
///
/// # Errors
/// [`DiagramError::Name`] for the first that is no square of the board.
pub fn parse_squares(text: &str, size: BoardSize) -> Result<Vec<Square>, DiagramError> {
    split_squares(text).map(|name| parse_square(name, size)).collect()
}

/// Splits a text into square names: `h8` and `i9` for `h8 i9`, `h8i9` or `h8, i9`. Words that do not consist
/// of names are kept whole, for error messages.
pub fn split_squares(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    words.flat_map(|word| {
        let is_list = names(word).all(is_like_a_name);
        let whole = (!is_list).then_some(word);
        whole.into_iter().chain(is_list.then(|| names(word)).into_iter().flatten())
    })
}

/// Splits a word at letters.
fn names(word: &str) -> impl Iterator<Item = &str> {
    let mut rest = word;
    iter::from_fn(move || {
        let next = rest.char_indices().skip(1).find(|(_, c)| c.is_alphabetic());
        let (name, behind) = rest.split_at(next.map_or(rest.len(), |(at, _)| at));
        rest = behind;
        (!name.is_empty()).then_some(name)
    })
}

/// Whether a text is a letter followed by digits.
fn is_like_a_name(text: &str) -> bool {
    let mut chars = text.chars();
    let has_letter = chars.next().is_some_and(char::is_alphabetic);
    let row = chars.as_str();
    has_letter && !row.is_empty() && row.chars().all(|c| c.is_ascii_digit())
}

/// The range of square names for error messages: `a square from a1 to o15`.
pub fn square_range(size: BoardSize) -> String {
    let last = square_name(Square::at(size.width() - 1, 0), size);
    format!("a square from a1 to {last}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_and_nonsense_is_refused() {
        let size = BoardSize::new(22, 15).unwrap();
        for square in size.squares() {
            assert_eq!(parse_square(&square_name(square, size), size), Ok(square));
        }
        let squares = parse_squares("h8 i9", size).unwrap();
        assert_eq!(squares.len(), 2);
        for text in ["h8i9", " h8, I9,", "h8,i9"] {
            assert_eq!(parse_squares(text, size).as_ref(), Ok(&squares), "{text}");
        }
        for (text, found) in [
            ("h8 z99", "z99"),
            ("8h", "8h"),
            ("h8 9", "9"),
            ("ä1h8", "ä1"),
            ("hh8", "hh8"),
            ("h8-i9 j10", "h8-i9"),
            ("h8i", "h8i"),
        ] {
            let error = DiagramError::Name { found: found.to_owned() };
            assert_eq!(parse_squares(text, size), Err(error), "{text}");
        }
        assert_eq!(square_range(size), "a square from a1 to v15");
        for text in ["", "h", "h0", "h16", "w1", "8h", "ä1", "h-9223372036854775808", "h+8", "h 8", "h8 "] {
            assert!(parse_square(text, size).is_err(), "{text}");
        }
        assert_eq!(square_name(Square::at(21, 21), BoardSize::new(5, 5).unwrap()), "v-16");
    }
}
