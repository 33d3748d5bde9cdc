//! The syntax of the Smart Game Format: trees of nodes with properties.

use std::borrow::Cow;

use super::outline::Outline;
use crate::geometry::Color;
use crate::record::note::Notes;
use crate::record::{Place, RecordError};

/// Largest number of values in a node, many times the squares of a board.
const MAX_VALUES: usize = 10_000;
/// The property of the moves that Gomoku Quest gives to the players.
pub(super) const QUEST_OPENING: &str = "QPR";

/// A game tree whose brackets are right. Its nodes are read from the text once more when they are used, since
/// a large game has more of them than fit into memory with their properties.
pub(super) struct Tree<'a> {
    /// Line of the opening bracket, from 1.
    pub(super) line: usize,
    /// What must be known before the first node.
    pub(super) outline: Outline<'a>,
    /// Behind the opening bracket.
    pub(super) parts: Parts<'a>,
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
            let color = match key.as_ref() {
                "B" | "QSLB" => Some(Some(Color::Black)),
                "W" | "QSLW" => Some(Some(Color::White)),
                QUEST_OPENING => Some(None),
                _ => None,
            };
            let parts = if color == Some(None) { value.split(',').collect() } else { vec![value.as_ref()] };
            let moves = color.map(|color| parts.into_iter().map(move |part| (color, part.trim())));
            moves.into_iter().flatten()
        })
    }

    /// The first value of a property.
    pub(super) fn get(&self, key: &str) -> Option<&str> {
        self.properties.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_ref())
    }
}

/// Where the next game begins: a bracket and a semicolon, with blanks between them at most. A list in a text
/// is none, so something that only games have must follow.
pub(super) fn start(text: &str) -> Option<usize> {
    let is_start = |&(at, _): &(usize, &str)| {
        let inside = text[at + 1..].trim_start().strip_prefix(';').map(str::trim_start);
        inside.is_some_and(|inside| {
            let behind = inside.trim_start_matches(|c: char| c.is_ascii_alphabetic());
            behind.trim_start().starts_with('[')
                || behind.starts_with([';', ')', '(']) && behind.len() == inside.len()
        })
    };
    text.match_indices('(').find(is_start).map(|(at, _)| at)
}

/// Where the next game begins that cannot be a variation, or the end.
fn root(text: &str) -> usize {
    let is_root = |&at: &usize| {
        let inside = text[at + 1..].trim_start().strip_prefix(';').unwrap_or_default().trim_start();
        ["FF[", "GM[", "SZ[", "CA["].iter().any(|property| inside.starts_with(property))
    };
    text.match_indices('(').map(|(at, _)| at).find(is_root).unwrap_or(text.len())
}

/// A collection, split into its games one after another. Text before, between and behind them is left out, as
/// the format demands, and told.
#[derive(Clone, Copy, Debug)]
pub(in crate::record) struct Collection {
    /// Where the next game is looked for, and the line of that place.
    at: usize,
    line: usize,
    is_begun: bool,
}

impl Default for Collection {
    fn default() -> Self {
        Self { at: 0, line: 1, is_begun: false }
    }
}

impl Collection {
    /// Where the next game is looked for.
    pub(in crate::record) const fn place(&self) -> usize {
        self.at
    }

    /// The next game of the text, always the same one: all of it, or its first branch. One whose brackets are
    /// wrong ends where a root stands next.
    pub(super) fn next<'a>(
        &mut self,
        text: &'a str,
        is_whole: bool,
        notes: &mut Notes,
    ) -> Option<Result<Tree<'a>, RecordError>> {
        let mut parts = Parts { text, at: self.at, line: self.line };
        let found = self.find(&mut parts, is_whole, notes);
        match &found {
            Some(Ok(_)) => {}
            Some(Err(_)) => parts.skip_to(parts.at + root(&text[parts.at..])),
            None => parts.at = text.len(),
        }
        *self = Self { at: parts.at, line: parts.line, is_begun: true };
        found
    }

    fn find<'a>(
        self,
        reader: &mut Parts<'a>,
        is_whole: bool,
        notes: &mut Notes,
    ) -> Option<Result<Tree<'a>, RecordError>> {
        loop {
            reader.skip_blanks();
            let rest = &reader.text[reader.at..];
            let is_game =
                rest.strip_prefix('(').is_some_and(|inside| inside.trim_start().starts_with([';', '(']));
            match start(rest) {
                _ if is_game => {
                    reader.next();
                    let (line, parts) = (reader.line, *reader);
                    let outline = Outline::read(reader, is_whole);
                    return Some(outline.map(|outline| Tree { line, outline, parts }));
                }
                // The end of a file of DOS.
                None if self.is_begun && rest.trim_matches(['\x1a', '\0']).is_empty() => return None,
                None if self.is_begun => {
                    notes.tell(Place::Line(reader.line), "text behind the game is left out");
                    return None;
                }
                Some(next) => {
                    let place = if self.is_begun { "behind" } else { "before" };
                    notes.tell(Place::Line(reader.line), format!("text {place} the game is left out"));
                    reader.skip_to(reader.at + next);
                }
                None => {
                    let found = reader.text.trim();
                    return Some(Err(RecordError::new(reader.line, "a game that starts with (;", found)));
                }
            }
        }
    }
}

/// The parts of a game tree that are still to be read.
#[derive(Clone, Copy)]
pub(super) struct Parts<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl<'a> Parts<'a> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        if c == '\n' {
            self.line += 1;
        }
        Some(c)
    }

    /// The bytes passed since an earlier place.
    pub(super) const fn bytes_since(&self, earlier: &Self) -> usize {
        self.at - earlier.at
    }

    fn skip_to(&mut self, at: usize) {
        while self.at < at && self.next().is_some() {}
    }

    fn skip_blanks(&mut self) {
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

    /// The error of one node more than a tree may have.
    pub(super) fn too_many(&self, most: usize) -> RecordError {
        RecordError::new(self.line, format!("at most {most} nodes"), "more")
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

    /// An identifier, without the lower-case letters of old formats.
    fn key(&mut self) -> Cow<'a, str> {
        let rest = &self.text[self.at..];
        let length = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        self.at += length;
        let key = &rest[..length];
        if key.bytes().all(|byte| byte.is_ascii_uppercase()) {
            return Cow::Borrowed(key);
        }
        key.chars().filter(char::is_ascii_uppercase).collect()
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
