//! Squares in the Smart Game Format.

use crate::board::parse_square;
use crate::geometry::{BoardSize, Square};

/// Largest board on which versions before FF[4] could write a game.
const OLD_SIDE: u8 = 19;

/// Column and row from the top left as letters.
pub(super) fn point(square: Square) -> String {
    [square.x(), square.y()].map(|part| char::from(b'a' + part)).iter().collect()
}

/// Parses two letters, or a name such as `h8`; `None` if that is no square of the board.
pub(super) fn square(text: &str, size: BoardSize) -> Option<Square> {
    // Capital letters are beyond the 26th column, which no board has; some programs write them for the small
    // ones.
    match text.to_ascii_lowercase().as_bytes() {
        &[x @ b'a'..=b'z', y @ b'a'..=b'z'] => size.square(i64::from(x - b'a'), i64::from(y - b'a')),
        _ => parse_square(text, size).ok(),
    }
}

/// Whether a move is a pass: empty or, on boards up to 19x19, the `tt` of older versions.
pub(super) fn is_pass(text: &str, size: BoardSize) -> bool {
    text.is_empty() || text == "tt" && size.width().max(size.height()) <= OLD_SIDE
}

/// The squares of a value: one, or two corners of a rectangle.
pub(super) fn squares(text: &str, size: BoardSize) -> Option<Vec<Square>> {
    let Some((from, to)) = text.split_once(':') else { return Some(vec![square(text.trim(), size)?]) };
    let (from, to) = (square(from.trim(), size)?, square(to.trim(), size)?);
    let (left, right) = (from.x().min(to.x()), from.x().max(to.x()));
    let (top, bottom) = (from.y().min(to.y()), from.y().max(to.y()));
    Some((top..=bottom).flat_map(|y| (left..=right).map(move |x| Square::at(x, y))).collect())
}
