//! Names of squares for people: column letter, then row number from the bottom, as in "h8".

use super::DiagramError;
use crate::geometry::{BoardSize, Square};

/// Names a square; `a1` is the bottom left.
pub fn square_name(square: Square, size: BoardSize) -> String {
    format!("{}{}", char::from(b'a' + square.x()), size.height() - square.y())
}

/// Reads a name such as `h8`, in either case.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_and_nonsense_is_refused() {
        let size = BoardSize::new(22, 15).unwrap();
        for square in size.squares() {
            assert_eq!(parse_square(&square_name(square, size), size), Ok(square));
        }
        for text in ["", "h", "h0", "h16", "w1", "8h", "ä1", "h-9223372036854775808"] {
            assert!(parse_square(text, size).is_err(), "{text}");
        }
    }
}
