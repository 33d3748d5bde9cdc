//! The syntax of the Smart Game Format: trees of nodes with properties.

use crate::geometry::Color;
use crate::record::note::Notes;
use crate::record::{Place, RecordError};

/// Largest number of nodes of a game: a node takes a byte of a file and a hundred of memory.
const MAX_NODES: usize = 5_000_000;
/// The property of the moves that Gomoku Quest gives to the players.
pub(super) const QUEST_OPENING: &str = "QPR";

/// A game tree.
pub(super) struct Tree {
    /// Line of the opening bracket, from 1.
    pub(super) line: usize,
    /// The nodes, parents before their children.
    pub(super) nodes: Vec<Node>,
}

impl Tree {
    /// Removes everything but the first branch.
    pub(super) fn keep_first_branch(&mut self) {
        let is_next = |(index, node): (usize, &Node)| node.parent == index.checked_sub(1);
        self.nodes.truncate(self.nodes.iter().enumerate().take_while(|&pair| is_next(pair)).count());
    }
}

/// A node with its properties.
pub(super) struct Node {
    /// Line of the semicolon, from 1.
    pub(super) line: usize,
    /// The node before it, `None` for the root.
    pub(super) parent: Option<usize>,
    /// Keys with one value each.
    pub(super) properties: Vec<(String, String)>,
}

impl Node {
    /// All values of a property.
    pub(super) fn values<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a str> {
        self.properties.iter().filter(move |(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// The moves in their order, each with its colour if it names one. Gomoku Quest has set openings: three moves in `QPR`, and
    /// the one that was then chosen in `QSLW` or `QSLB`.
    pub(super) fn moves(&self) -> impl Iterator<Item = (Option<Color>, &str)> {
        self.properties.iter().flat_map(|(key, value)| {
            let color = match key.as_str() {
                "B" | "QSLB" => Some(Some(Color::Black)),
                "W" | "QSLW" => Some(Some(Color::White)),
                QUEST_OPENING => Some(None),
                _ => None,
            };
            let parts = if color == Some(None) { value.split(',').collect() } else { vec![value.as_str()] };
            let moves = color.map(|color| parts.into_iter().map(move |part| (color, part.trim())));
            moves.into_iter().flatten()
        })
    }

    /// The first value of a property.
    pub(super) fn get(&self, key: &str) -> Option<&str> {
        self.properties.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }
}

/// Where the next game begins: a bracket and a semicolon, with blanks between them at most. A list in a text is none, so
/// something that only games have must follow.
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

/// A collection, split into its games one after another. Text before, between and behind them is left out, as the format demands,
/// and told.
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
    /// The next game of the text, always the same one. One whose brackets are wrong ends where a root stands next.
    pub(super) fn next(&mut self, text: &str, notes: &mut Notes) -> Option<Result<Tree, RecordError>> {
        let mut reader = Reader { text, at: self.at, line: self.line };
        let found = self.find(&mut reader, notes);
        match &found {
            Some(Ok(_)) => {}
            Some(Err(_)) => reader.skip_to(reader.at + root(&text[reader.at..])),
            None => reader.at = text.len(),
        }
        *self = Self { at: reader.at, line: reader.line, is_begun: true };
        found
    }

    fn find(self, reader: &mut Reader<'_>, notes: &mut Notes) -> Option<Result<Tree, RecordError>> {
        loop {
            reader.skip_blanks();
            let rest = &reader.text[reader.at..];
            let is_game =
                rest.strip_prefix('(').is_some_and(|inside| inside.trim_start().starts_with([';', '(']));
            match start(rest) {
                _ if is_game => {
                    reader.next();
                    return Some(reader.tree());
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

struct Reader<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl Reader<'_> {
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

    fn skip_to(&mut self, at: usize) {
        while self.at < at && self.next().is_some() {}
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(|c| c.is_whitespace() || c == '\u{feff}') {
            self.next();
        }
    }

    /// Parses up to the closing bracket. Not recursive: a file of a million brackets must not overflow the stack.
    fn tree(&mut self) -> Result<Tree, RecordError> {
        let mut tree = Tree { line: self.line, nodes: Vec::new() };
        let mut last = None;
        // The nodes before the open variations.
        let mut branches = Vec::new();
        loop {
            self.skip_blanks();
            match self.next() {
                Some('(') => branches.push(last),
                Some(')') => match branches.pop() {
                    Some(before) => last = before,
                    None => return Ok(tree),
                },
                Some(';') if tree.nodes.len() > MAX_NODES => {
                    return Err(RecordError::new(self.line, format!("at most {MAX_NODES} nodes"), "more"));
                }
                Some(';') => {
                    let node = self.node(last)?;
                    last = Some(tree.nodes.len());
                    tree.nodes.push(node);
                }
                found => {
                    let found = found.map_or(String::new(), String::from);
                    return Err(RecordError::new(self.line, "a node or the end of the tree", &found));
                }
            }
        }
    }

    fn node(&mut self, parent: Option<usize>) -> Result<Node, RecordError> {
        let mut node = Node { line: self.line, parent, properties: Vec::new() };
        let mut key = String::new();
        loop {
            self.skip_blanks();
            match self.peek() {
                Some('[') => {
                    self.next();
                    let value = self.value()?;
                    node.properties.push((key.clone(), value));
                }
                Some(c) if c.is_ascii_alphabetic() => key = self.key(),
                _ => return Ok(node),
            }
        }
    }

    /// An identifier, without the lower-case letters of old formats.
    fn key(&mut self) -> String {
        let mut key = String::new();
        while let Some(c) = self.peek().filter(char::is_ascii_alphabetic) {
            self.next();
            if c.is_ascii_uppercase() {
                key.push(c);
            }
        }
        key
    }

    fn value(&mut self) -> Result<String, RecordError> {
        let mut value = String::new();
        loop {
            match self.next() {
                Some(']') => return Ok(value),
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
