//! The syntax of the Smart Game Format: nodes with properties, between brackets.

use std::borrow::Cow;

use crate::geometry::Color;
use crate::record::RecordError;

/// Largest number of values in a node, many times the squares of a board.
const MAX_VALUES: usize = 10_000;
/// Properties of first nodes alone.
const OF_ROOTS: [&[u8]; 4] = [b"FF[", b"GM[", b"SZ[", b"CA["];
/// The property of the moves that Gomoku Quest gives to the players.
pub(super) const QUEST_OPENING: &str = "QPR";

/// Whether the node before the next semicolon, whose own one is passed, has a property of first nodes.
pub(super) fn is_root(text: &[u8]) -> bool {
    let node = text.split(|&byte| byte == b';').next().unwrap_or_default();
    OF_ROOTS.iter().any(|key| node.windows(key.len()).any(|part| part == *key))
}

/// A part of a game tree.
pub(super) enum Part<'a> {
    /// The beginning of a variation.
    Open,
    /// The end of a variation or of the tree.
    Close,
    Node(Node<'a>),
}

/// A node with its properties.
pub(super) struct Node<'a> {
    /// Line of the semicolon, from 1.
    pub(super) line: usize,
    /// Keys with one value each.
    pub(super) properties: Vec<(Cow<'a, str>, Cow<'a, str>)>,
}

impl Node<'_> {
    /// All values of a property.
    pub(super) fn values(&self, key: &str) -> impl Iterator<Item = &str> {
        self.properties.iter().filter(move |(name, _)| name == key).map(|(_, value)| value.as_ref())
    }

    /// The moves in their order, each with its colour if it names one. Gomoku Quest has set openings: three
    /// moves in `QPR`, and the one that was then chosen in `QSLW` or `QSLB`.
    pub(super) fn moves(&self) -> impl Iterator<Item = (Option<Color>, &str)> {
        self.properties.iter().flat_map(|(key, value)| {
            let (color, parts): (_, Vec<&str>) = match key.as_ref() {
                "B" | "QSLB" => (Some(Color::Black), vec![value.as_ref()]),
                "W" | "QSLW" => (Some(Color::White), vec![value.as_ref()]),
                QUEST_OPENING => (None, value.split(',').collect()),
                _ => (None, Vec::new()),
            };
            parts.into_iter().map(move |part| (color, part.trim()))
        })
    }

    /// The first value of a property.
    pub(super) fn get(&self, key: &str) -> Option<&str> {
        self.properties.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_ref())
    }
}

/// The parts of a game tree that are still to be read.
#[derive(Clone, Copy)]
pub(super) struct Parts<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    pub(super) line: usize,
}

impl<'a> Parts<'a> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        if c == '\n' {
            self.line += 1;
        }
        Some(c)
    }

    /// Whether a game begins at the next bracket that cannot be a variation.
    pub(super) fn is_at_root(&self) -> bool {
        let inside = self.text[self.at..].strip_prefix('(').map(str::trim_start);
        inside.and_then(|inside| inside.strip_prefix(';')).is_some_and(|node| is_root(node.as_bytes()))
    }

    pub(super) fn skip_to(&mut self, at: usize) {
        while self.at < at && self.next().is_some() {}
    }

    pub(super) fn skip_blanks(&mut self) {
        while self.peek().is_some_and(|c| c.is_whitespace() || c == '\u{feff}') {
            self.next();
        }
    }

    /// The next part.
    pub(super) fn part(&mut self) -> Result<Part<'a>, RecordError> {
        self.skip_blanks();
        match self.next() {
            Some('(') => Ok(Part::Open),
            Some(')') => Ok(Part::Close),
            Some(';') => Ok(Part::Node(self.node()?)),
            found => {
                let found = found.map_or(String::new(), String::from);
                Err(RecordError::new(self.line, "a node or the end of the tree", &found))
            }
        }
    }

    fn node(&mut self) -> Result<Node<'a>, RecordError> {
        let mut node = Node { line: self.line, properties: Vec::new() };
        let mut key = Cow::default();
        loop {
            self.skip_blanks();
            match self.peek() {
                Some('[') => {
                    self.next();
                    let value = self.value()?;
                    match node.properties.len() {
                        // Most nodes have a move only.
                        0 => node.properties.reserve_exact(1),
                        MAX_VALUES => {
                            let expected = format!("at most {MAX_VALUES} values in a node");
                            return Err(RecordError::new(self.line, expected, "more"));
                        }
                        _ => {}
                    }
                    node.properties.push((Cow::clone(&key), value));
                }
                Some(c) if c.is_ascii_alphabetic() => key = self.key(),
                _ => return Ok(node),
            }
        }
    }

    /// An identifier, without the lower-case letters of old formats unless it has no others.
    fn key(&mut self) -> Cow<'a, str> {
        let rest = &self.text[self.at..];
        let length = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        self.at += length;
        let key = &rest[..length];
        if key.bytes().all(|byte| byte.is_ascii_uppercase()) {
            return Cow::Borrowed(key);
        }
        let capitals: String = key.chars().filter(char::is_ascii_uppercase).collect();
        if capitals.is_empty() { key.to_ascii_uppercase() } else { capitals }.into()
    }

    fn value(&mut self) -> Result<Cow<'a, str>, RecordError> {
        let rest = &self.text[self.at..];
        if let Some(end) = rest.find([']', '\\']).filter(|&end| rest[end..].starts_with(']')) {
            let value = &rest[..end];
            self.line += value.matches('\n').count();
            self.at += end + 1;
            return Ok(Cow::Borrowed(value));
        }
        let mut value = String::new();
        loop {
            match self.next() {
                Some(']') => return Ok(Cow::Owned(value)),
                // An escaped line break is none.
                Some('\\') => match self.next() {
                    Some('\r') if self.peek() == Some('\n') => drop(self.next()),
                    Some('\r' | '\n') => {}
                    escaped => value.extend(escaped),
                },
                Some(c) => value.push(c),
                None => return Err(RecordError::new(self.line, "] after a value", &value)),
            }
        }
    }
}

/// A text as the value of a property.
pub(super) fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}
