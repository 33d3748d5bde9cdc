//! What an answer must look like: the part of a transcript line after `<`.

use regex::Regex;

use crate::common::point::Point;

/// A square in a pattern: written out, or the name of a move captured earlier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// `7,7`
    At(Point),
    /// `{name}`
    Named(String),
}

/// Which squares a move may be on, beyond being free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// Any free square.
    Any,
    /// One of these.
    In(Vec<Place>),
    /// None of these.
    Not(Vec<Place>),
}

/// One acceptable answer.
#[derive(Clone, Debug)]
pub(crate) enum Pattern {
    /// The line is exactly this text.
    Exact(String),
    /// The line starts with this text.
    Prefix(String),
    /// The whole line matches this regular expression.
    Match(Wording),
    /// The line is a move onto a free square, kept under a name if one is given.
    Move {
        /// Name for later lines.
        name: Option<String>,
        /// Squares allowed.
        choice: Choice,
    },
    /// The line is this many distinct free points, separated by single blanks, and the position stays as it
    /// is.
    Points(usize),
}

/// A regular expression that must match a whole line, and one that must not.
#[derive(Clone, Debug)]
pub(crate) struct Wording {
    wanted: Regex,
    unwanted: Option<Regex>,
}

impl Wording {
    /// Reads `expression` or `expression UNLESS expression`.
    fn parse(text: &str) -> Result<Self, String> {
        let (wanted, unwanted) = match text.split_once(" UNLESS ") {
            Some((wanted, unwanted)) => (wanted, Some(unwanted)),
            None => (text, None),
        };
        let whole = |text: &str| Regex::new(&format!("^(?:{})$", text.trim()));
        let read = || Ok(Self { wanted: whole(wanted)?, unwanted: unwanted.map(whole).transpose()? });
        read().map_err(|error: regex::Error| error.to_string())
    }

    /// Whether the line is worded so.
    pub(crate) fn fits(&self, line: &str) -> bool {
        self.wanted.is_match(line) && !self.unwanted.as_ref().is_some_and(|unwanted| unwanted.is_match(line))
    }
}

impl Pattern {
    /// Reads one alternative.
    ///
    /// # Errors
    /// Describes a `MATCH`, `MOVE` or `POINTS` whose rest cannot be understood, and an empty text.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        if let Some(expression) = text.strip_prefix("MATCH ") {
            return Wording::parse(expression).map(Self::Match);
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.as_slice() {
            [] => Err("expected a pattern, found nothing".to_owned()),
            ["MOVE", rest @ ..] => parse_move(rest),
            ["POINTS", count] => {
                let count =
                    count.parse().map_err(|_| format!("expected a number of points, found {count:?}"))?;
                Ok(Self::Points(count))
            }
            _ => Ok(text
                .strip_suffix('*')
                .map_or_else(|| Self::Exact(text.to_owned()), |start| Self::Prefix(start.to_owned()))),
        }
    }
}

fn parse_move(words: &[&str]) -> Result<Pattern, String> {
    let (name, rest) = match words {
        [first, rest @ ..] if braced(first).is_some() => (braced(first).map(str::to_owned), rest),
        _ => (None, words),
    };
    let choice = match rest {
        [] => Choice::Any,
        ["in", places @ ..] if !places.is_empty() => Choice::In(parse_places(places)?),
        ["not", places @ ..] if !places.is_empty() => Choice::Not(parse_places(places)?),
        _ => return Err(format!("expected `in` or `not` and squares, found {:?}", rest.join(" "))),
    };
    Ok(Pattern::Move { name, choice })
}

fn parse_places(words: &[&str]) -> Result<Vec<Place>, String> {
    let place = |word: &&str| match braced(word) {
        Some(name) => Ok(Place::Named(name.to_owned())),
        None => word.parse().map(Place::At),
    };
    words.iter().map(place).collect()
}

/// The name inside `{name}`.
fn braced(word: &str) -> Option<&str> {
    word.strip_prefix('{')?.strip_suffix('}').filter(|name| !name.is_empty())
}
