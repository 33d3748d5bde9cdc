//! Words, numbers and coordinates.

use std::num::IntErrorKind;

use thiserror::Error;

use crate::geometry::{BoardSize, Square, shortened};

/// Maximum words of a list, more than any board has squares; further ones are skipped.
const MAX_WORDS: usize = 4096;
const SIZE: &str = "a size such as 15, or width and height such as 20 15";

/// Why a text could not be parsed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected {expected}, found {found:?}")]
pub struct TokenError {
    expected: String,
    /// The text, shortened.
    found: String,
}

impl TokenError {
    fn new(expected: impl Into<String>, found: &str) -> Self {
        Self { expected: expected.into(), found: shortened(found.trim()) }
    }
}

/// The first word and the rest, both trimmed.
pub(crate) fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

/// A whole number, saturated to the range of `i64`.
///
/// # Errors
/// [`TokenError`] for everything else.
pub fn integer(text: &str) -> Result<i64, TokenError> {
    let text = text.trim();
    text.parse().or_else(|error: std::num::ParseIntError| match error.kind() {
        IntErrorKind::PosOverflow => Ok(i64::MAX),
        IntErrorKind::NegOverflow => Ok(i64::MIN),
        _ => Err(TokenError::new("a whole number", text)),
    })
}

/// Two numbers with a comma between; blanks around them are allowed.
///
/// # Errors
/// [`TokenError`] for everything else.
pub fn pair(text: &str) -> Result<(i64, i64), TokenError> {
    two_numbers(text).ok_or_else(|| TokenError::new("x,y such as 7,7", text))
}

/// Width and height with a comma between; blanks around them are allowed.
///
/// # Errors
/// [`TokenError`] for everything else.
pub(crate) fn extent(text: &str) -> Result<(i64, i64), TokenError> {
    two_numbers(text).ok_or_else(|| TokenError::new("width,height such as 20,15", text))
}

/// Width and height of a board: one number for both, or two with a comma or blanks between.
///
/// # Errors
/// [`TokenError`] for everything else.
pub fn size(text: &str) -> Result<(i64, i64), TokenError> {
    let with_blank = || {
        let (first, rest) = split_word(text);
        let width = integer(first).ok()?;
        if rest.is_empty() { Some((width, width)) } else { Some((width, integer(rest).ok()?)) }
    };
    let both = two_numbers(text).or_else(with_blank);
    both.ok_or_else(|| TokenError::new(SIZE, text))
}

fn two_numbers(text: &str) -> Option<(i64, i64)> {
    let (first, second) = text.split_once(',')?;
    Some((integer(first).ok()?, integer(second).ok()?))
}

/// A square written as column and row, both from 0 and from the top left.
///
/// # Errors
/// [`TokenError`] if the text is no pair of numbers or not on the board.
pub fn square(text: &str, size: BoardSize) -> Result<Square, TokenError> {
    let (x, y) = pair(text)?;
    size.square(x, y).ok_or_else(|| {
        let is_in_width = (0..i64::from(size.width())).contains(&x);
        let (axis, limit) = if is_in_width { ("row", size.height()) } else { ("column", size.width()) };
        TokenError::new(format!("a {axis} from 0 and below {limit}"), text)
    })
}

/// Words of a text in which blanks around commas do not separate: `7 , 7 8,8` are two.
pub(crate) fn comma_words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match words.last_mut() {
            Some(last) if last.ends_with(',') || word.starts_with(',') => last.push_str(word),
            _ => words.push(word.to_owned()),
        }
    }
    words
}

/// Adds the words of a line, as [`comma_words`] divides it, to those of a list that ends with `DONE`. Returns
/// whether it ends here.
pub(crate) fn add_words(words: &mut Vec<String>, line: &str) -> bool {
    for word in comma_words(line) {
        if word.eq_ignore_ascii_case("DONE") {
            return true;
        }
        if words.len() < MAX_WORDS {
            words.push(word);
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_saturate_and_nonsense_is_refused() {
        assert_eq!(integer(" -250 "), Ok(-250));
        assert_eq!(integer("99999999999999999999"), Ok(i64::MAX));
        assert_eq!(integer("-99999999999999999999"), Ok(i64::MIN));
        for text in ["", "-", "1e9", "0x10", "1.5", "a", "١"] {
            assert!(integer(text).is_err(), "{text}");
        }
    }

    #[test]
    fn squares_must_be_on_the_board_and_errors_say_where() {
        let size = BoardSize::new(20, 15).unwrap();
        assert_eq!(square(" 19 , 14 ", size), Ok(Square::at(19, 14)));
        let message = |text| square(text, size).unwrap_err().to_string();
        assert_eq!(message("20,0"), "expected a column from 0 and below 20, found \"20,0\"");
        assert_eq!(message("0,15"), "expected a row from 0 and below 15, found \"0,15\"");
        for text in ["", ",", "3", "a,b", "3,3,3", "3 3", "-1,3", "99999999999999999999,0"] {
            assert!(square(text, size).is_err(), "{text}");
        }
    }

    #[test]
    fn a_size_is_asked_for_as_width_and_height() {
        assert_eq!(extent(" 20 , 15 "), Ok((20, 15)));
        let message = |text| extent(text).unwrap_err().to_string();
        for text in ["20", "20 15", "a,b", ""] {
            assert_eq!(message(text), format!("expected width,height such as 20,15, found {text:?}"));
        }
    }

    #[test]
    fn a_board_has_one_size_or_two() {
        assert_eq!(size(" 15 "), Ok((15, 15)));
        for text in ["20 15", " 20 \t 15", "20,15", "20 , 15"] {
            assert_eq!(size(text), Ok((20, 15)), "{text}");
        }
        for text in ["", "x", "15 x", "15 15 15", "15,", "15,15,15", "15 ,15 15"] {
            assert_eq!(size(text), Err(TokenError::new(SIZE, text)), "{text}");
        }
    }

    #[test]
    fn errors_quote_a_short_piece_of_the_input_on_one_line() {
        let message =
            square(&"\u{7}\n9".repeat(100_000), BoardSize::new(5, 5).unwrap()).unwrap_err().to_string();
        assert!(message.len() < 500 && !message.contains('\n'));
    }

    #[test]
    fn blanks_around_commas_do_not_separate_words() {
        assert_eq!(comma_words(" 7 , 7,1  8,8 ,2 DONE"), ["7,7,1", "8,8,2", "DONE"]);
        assert_eq!(split_word("  Start \t 15  "), ("Start", "15"));
        assert_eq!(split_word(""), ("", ""));
    }
}
