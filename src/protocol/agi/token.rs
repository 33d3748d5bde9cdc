//! Tokens: keywords and points, with optional blanks between them.

use crate::geometry::{BoardSize, Square};

/// A token of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// One of the given keywords.
    Keyword(&'static str),
    /// A point of the board.
    Point(Square),
    /// The number after a keyword that takes one.
    Number(i64),
    /// A word with something else in it.
    Other,
}

/// The size of the board: AGI has no other.
pub(super) fn size() -> BoardSize {
    BoardSize::default()
}

/// Splits a text. `keywords` are in upper case, each before its prefixes; a number follows `numbered_by`.
pub(super) fn tokens(text: &str, keywords: &[&'static str], numbered_by: &'static str) -> Vec<Token> {
    let mut tokens = Vec::new();
    for word in text.to_ascii_uppercase().split_whitespace() {
        let (before, mut rest) = (tokens.len(), word);
        while !rest.is_empty() {
            let wants_number = tokens.last() == Some(&Token::Keyword(numbered_by));
            let (token, left) = next(rest, keywords, wants_number);
            if token == Token::Other {
                // Words such as DEPTH begin with points.
                tokens.truncate(before);
            }
            tokens.push(token);
            rest = left;
        }
    }
    tokens
}

fn next<'a>(text: &'a str, keywords: &[&'static str], wants_number: bool) -> (Token, &'a str) {
    if wants_number && let Some(found) = number(text) {
        return found;
    }
    let keyword = keywords.iter().find_map(|keyword| Some((*keyword, text.strip_prefix(keyword)?)));
    if let Some((keyword, rest)) = keyword {
        return (Token::Keyword(keyword), rest);
    }
    match text.split_at_checked(2).and_then(|(pair, rest)| Some((point(pair)?, rest))) {
        Some((square, rest)) => (Token::Point(square), rest),
        None => (Token::Other, ""),
    }
}

/// A number at the beginning, saturated to the range of `i64`.
fn number(text: &str) -> Option<(Token, &str)> {
    let sign = usize::from(text.starts_with('-'));
    let digits = text.get(sign..)?.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at_checked(sign + digits)?;
    let value = super::super::tokens::integer(number).ok()?;
    Some((Token::Number(value), rest))
}

/// A point of two characters.
fn point(pair: &str) -> Option<Square> {
    let &[row, column] = pair.as_bytes() else { return None };
    let digit = |byte: u8| char::from(byte).to_digit(16).map(i64::from);
    size().square(digit(column)? - 1, digit(row)?)
}

/// The text of a point.
pub(super) fn name(square: Square) -> String {
    format!("{:X}{:X}", square.y(), square.x() + 1)
}

/// The texts of several points, without blanks.
pub(super) fn names(squares: &[Square]) -> String {
    squares.iter().map(|&square| name(square)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_read_back_and_corners_are_where_the_draft_says() {
        for square in size().squares() {
            assert_eq!(point(&name(square)), Some(square));
        }
        assert_eq!((name(Square::at(0, 0)), name(Square::at(14, 14))), ("01".into(), "EF".into()));
        assert_eq!((name(Square::at(7, 7)), name(Square::at(3, 3))), ("78".into(), "34".into()));
        for text in ["F1", "70", "00", "G1", "7", "", "é"] {
            assert_eq!(point(text), None, "{text}");
        }
    }

    #[test]
    fn keywords_and_points_may_stand_without_blanks() {
        let read = |text| tokens(text, &["SEARCH", "PONDER", "TIME", "INFINITE"], "TIME");
        let p = |text| Token::Point(point(text).unwrap());
        let expected =
            [Token::Keyword("SEARCH"), p("67"), p("59"), p("6A"), p("6B"), Token::Keyword("INFINITE")];
        assert_eq!(read("search 67596a6bINFINITE"), expected);
        assert_eq!(
            read("TIME1000PONDER"),
            [Token::Keyword("TIME"), Token::Number(1000), Token::Keyword("PONDER")]
        );
        assert_eq!(read("TIME -5"), [Token::Keyword("TIME"), Token::Number(-5)]);
        assert_eq!(read("67F1 DEPTH 59"), [Token::Other, Token::Other, p("59")]);
    }
}
