//! Colours and vertices: a column letter without I, then the row from the bottom.

use super::failure::Failure;
use crate::geometry::{BoardSize, Color, Square};
use crate::opening::Choice;

/// Column letters; I is skipped because it looks like 1.
const COLUMNS: &[u8] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// A colour: `b`, `black`, `w` or `white` in any case.
pub(super) fn color(text: &str) -> Result<Color, Failure> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err(Failure::Color),
    }
}

/// A square of the board.
pub(super) fn square(text: &str, size: BoardSize) -> Result<Square, Failure> {
    let read = || {
        let (letter, row) = text.split_at_checked(1)?;
        let letter = letter.bytes().next()?.to_ascii_uppercase();
        let x = COLUMNS.iter().position(|&column| column == letter)?;
        let is_plain = row.bytes().all(|digit| digit.is_ascii_digit());
        let row = row.parse::<i64>().ok().filter(|_| is_plain)?;
        size.square(x as i64, i64::from(size.height()).checked_sub(row)?)
    };
    read().ok_or(Failure::Coordinate)
}

/// A square, or `None` for `pass`.
pub(super) fn vertex(text: &str, size: BoardSize) -> Result<Option<Square>, Failure> {
    if text.eq_ignore_ascii_case("pass") { Ok(None) } else { square(text, size).map(Some) }
}

/// The letter of a column.
pub(super) fn column(x: u8) -> char {
    COLUMNS.get(usize::from(x)).copied().map_or('?', char::from)
}

/// The text of a square.
pub(super) fn name(square: Square, size: BoardSize) -> String {
    format!("{}{}", column(square.x()), size.height() - square.y())
}

/// The texts of several squares, with blanks between.
pub(super) fn names(squares: impl IntoIterator<Item = Square>, size: BoardSize) -> String {
    squares.into_iter().map(|square| name(square, size)).collect::<Vec<_>>().join(" ")
}

/// The text of a ply's target: a square or `pass`.
pub(super) fn ply_name(square: Option<Square>, size: BoardSize) -> String {
    square.map_or_else(|| "pass".to_owned(), |square| name(square, size))
}

/// The texts of choices in an opening.
pub(super) fn choices(choices: &[Choice], size: BoardSize) -> String {
    let text = |&choice: &Choice| match choice {
        Choice::Stone(square) => name(square, size),
        choice => choice.text(size),
    };
    choices.iter().map(text).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_read_back_and_skip_the_letter_i() {
        let size = BoardSize::new(22, 19).unwrap();
        for square in size.squares() {
            assert_eq!(super::square(&name(square, size).to_lowercase(), size).unwrap(), square);
        }
        assert_eq!(name(Square::at(8, 0), size), "J19");
        assert_eq!(vertex("PASS", size).unwrap(), None);
        for text in ["", "I8", "A0", "A20", "Z1", "A", "8A", "A+8", "ä8", "A99999999999999999999"] {
            assert!(super::square(text, size).is_err(), "{text}");
        }
    }
}
