//! Names of squares for people: column letter, then row number from the bottom, as in "h8".

use super::DiagramError;
use crate::geometry::{BoardSize, Square};

/// Names a square; `a1` is the bottom left.
pub fn square_name(square: Square, size: BoardSize) -> String {
    format!("{}{}", char::from(b'a' + square.x()), size.height() - square.y())
}

/// Reads a name such as `h8`, in either case.
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
        let column = text.chars().next()?.to_ascii_lowercase();
        let x = i64::from(u32::from(column)) - i64::from(b'a');
        let row: i64 = text.get(1..)?.parse().ok()?;
        size.square(x, i64::from(size.height()).checked_sub(row)?)
    };
    read().ok_or_else(|| DiagramError::Name { found: text.to_owned() })
}

/// Reads several names, with or without blanks and commas between them: `h8 i9`, `h8i9` or `h8, i9`.
///
/// # Errors
/// [`DiagramError::Name`] for the first that is no square of the board.
pub fn parse_squares(text: &str, size: BoardSize) -> Result<Vec<Square>, DiagramError> {
    let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    words.flat_map(names).map(|name| parse_square(name, size)).collect()
}

/// The names in a word: a letter begins a name.
fn names(word: &str) -> impl Iterator<Item = &str> {
    let is_start = |&(at, c): &(usize, char)| at == 0 || c.is_alphabetic();
    let mut starts = word.char_indices().filter(is_start).map(|(at, _)| at).peekable();
    std::iter::from_fn(move || {
        let start = starts.next()?;
        word.get(start..starts.peek().copied().unwrap_or(word.len()))
    })
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
        for text in ["h8 z99", "8h", "h8 9", "ä1h8"] {
            assert!(parse_squares(text, size).is_err(), "{text}");
        }
        for text in ["", "h", "h0", "h16", "w1", "8h", "ä1", "h-9223372036854775808"] {
            assert!(parse_square(text, size).is_err(), "{text}");
        }
    }
}
