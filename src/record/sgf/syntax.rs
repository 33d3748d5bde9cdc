//! The syntax of the Smart Game Format: trees of nodes with properties.

use crate::record::RecordError;
use crate::record::tree::MAX_NODES;

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

    /// The first value of a property.
    pub(super) fn get(&self, key: &str) -> Option<&str> {
        self.properties.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }
}

/// Splits a collection into its games.
pub(super) fn games(text: &str) -> Result<Vec<Tree>, RecordError> {
    let mut reader = Reader { text, at: 0, line: 1 };
    let mut games = Vec::new();
    loop {
        reader.skip_blanks();
        match reader.next() {
            None if !games.is_empty() => return Ok(games),
            Some('(') => games.push(reader.tree()?),
            _ => return Err(RecordError::new(reader.line, "a game that starts with (;", text.trim())),
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
