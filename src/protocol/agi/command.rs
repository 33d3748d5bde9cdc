//! A line of the protocol as a command.

use super::super::tokens::split_word;
use super::token::{Token, tokens};
use crate::geometry::Square;

/// A line from the interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// `AGI`.
    Boot,
    /// `SETRULE` and its words.
    SetRule(Vec<Token>),
    /// `SETOPTION`, with the switch `PONDER` if it is among them.
    SetOption {
        /// The switch `PONDER`.
        ponder: Option<bool>,
    },
    /// `ISREADY`.
    IsReady,
    /// `POSITION`: stones in any order, then moves; `None` if a point is invalid.
    Position(Option<(Vec<Square>, Vec<Square>)>),
    /// `DOMOVE`; `None` unless it is one point.
    DoMove(Option<Square>),
    /// `GO`.
    Go(Go),
    /// `STOP`.
    Stop,
    /// `QUIT`.
    Quit,
    /// Anything else.
    Other,
}

/// How to think.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    /// The only root moves to search, if given.
    pub(super) search: Option<Vec<Square>>,
    /// Whether to ponder.
    pub(super) ponder: bool,
    /// Time left, in milliseconds.
    pub(super) time_ms: Option<i64>,
    /// Until `STOP`.
    pub(super) infinite: bool,
}

/// Keywords of `SETRULE`, in the spellings of the draft and in plain ones, and our own `CARO`.
const RULES: [&str; 11] = [
    "UNFORBIDDEN",
    "FORBIDDEN",
    "FIRSTCHANGE",
    "THIRDCHANGE",
    "FIVETWINE",
    "TIVETWINE",
    "FIVEMULTITY",
    "FIVEMULITY",
    "FIVEMULTI",
    "EXACTFIVE",
    "CARO",
];

impl Command {
    /// Reads a line, in any case.
    pub(super) fn parse(line: &str) -> Self {
        let (word, rest) = split_word(line);
        match word.to_ascii_uppercase().as_str() {
            "AGI" => Self::Boot,
            "SETRULE" => Self::SetRule(tokens(rest, &RULES, "")),
            "SETOPTION" => Self::SetOption { ponder: switch(rest, "PONDER") },
            "ISREADY" => Self::IsReady,
            "POSITION" => Self::Position(position(rest)),
            "DOMOVE" => Self::DoMove(match tokens(rest, &[], "")[..] {
                [Token::Point(square)] => Some(square),
                _ => None,
            }),
            "GO" => Self::Go(Go::parse(rest)),
            "STOP" => Self::Stop,
            "QUIT" => Self::Quit,
            _ => Self::Other,
        }
    }
}

/// The value of a switch.
fn switch(text: &str, name: &str) -> Option<bool> {
    let mut words = text.split_whitespace().skip_while(|word| !word.eq_ignore_ascii_case(name)).skip(1);
    match words.next()?.to_ascii_uppercase().as_str() {
        "ON" | "TRUE" => Some(true),
        "OFF" | "FALSE" => Some(false),
        _ => None,
    }
}

fn position(text: &str) -> Option<(Vec<Square>, Vec<Square>)> {
    let (mut stones, mut moves) = (Vec::new(), Vec::new());
    let mut list = None;
    for token in tokens(text, &["STATU", "MOVES"], "") {
        match (token, list) {
            (Token::Keyword(keyword), _) => list = Some(keyword),
            (Token::Point(square), Some("STATU")) => stones.push(square),
            (Token::Point(square), Some(_)) => moves.push(square),
            _ => return None,
        }
    }
    Some((stones, moves))
}

impl Go {
    /// Reads the words of `GO`; unknown ones are skipped.
    fn parse(text: &str) -> Self {
        let mut go = Self::default();
        for token in tokens(text, &["SEARCH", "PONDER", "TIME", "INFINITE"], "TIME") {
            match token {
                Token::Keyword("SEARCH") => drop(go.search.get_or_insert_default()),
                Token::Keyword("PONDER") => go.ponder = true,
                Token::Keyword("INFINITE") => go.infinite = true,
                Token::Point(square) => go.search.iter_mut().for_each(|search| search.push(square)),
                Token::Number(ms) => go.time_ms = Some(ms),
                Token::Keyword(_) | Token::Other => {}
            }
        }
        go
    }
}

/// Whether a session that begins with this line speaks AGI.
pub(super) fn recognises(line: &str) -> bool {
    Command::parse(line) == Command::Boot
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_have_stones_and_moves_or_are_refused() {
        let count = |text| position(text).map(|(stones, moves)| (stones.len(), moves.len()));
        assert_eq!(count(""), Some((0, 0)));
        assert_eq!(count("statu 78695A MOVES 6968"), Some((3, 2)));
        assert_eq!(count("MOVES78"), Some((0, 1)));
        for text in ["MOVES F1", "MOVES 70", "MOVES 786", "78", "MOVES x"] {
            assert_eq!(count(text), None, "{text}");
        }
    }

    #[test]
    fn go_and_switches_are_read() {
        let Command::Go(go) = Command::parse("go search 6759 time 1000") else { panic!("a go") };
        assert_eq!((go.search.map(|s| s.len()), go.time_ms, go.infinite), (Some(2), Some(1000), false));
        for unknown in ["go depth 6", "go search depth 6", "go bestof 3"] {
            let Command::Go(go) = Command::parse(unknown) else { panic!("a go") };
            assert_eq!(go.search.unwrap_or_default(), [], "{unknown}");
        }
        assert_eq!(
            Command::parse("SETOPTION OWNBOOK ON PONDER OFF"),
            Command::SetOption { ponder: Some(false) }
        );
        assert_eq!(Command::parse("SETOPTION PONDER"), Command::SetOption { ponder: None });
        assert_eq!(Command::parse("DOMOVE 7878"), Command::DoMove(None));
    }
}
