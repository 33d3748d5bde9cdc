//! Collections of games with text around them.

use super::outline::Outline;
use super::syntax::Parts;
use crate::record::note::Notes;
use crate::record::{Place, RecordError};

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

/// Whether a text begins with a game, or with one whose brackets are wrong.
pub(in crate::record) fn begins(text: &str) -> bool {
    text.strip_prefix('(').is_some_and(|inside| inside.trim_start().starts_with([';', '(']))
}

/// Whether a game begins somewhere in a text.
pub(in crate::record) fn is_inside(text: &str) -> bool {
    start(text).is_some()
}

/// Where the next game begins: a bracket and a semicolon, with blanks between them at most. A list in a text
/// is none, so something that only games have must follow.
fn start(text: &str) -> Option<usize> {
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

/// A collection, split into its games one after another. Text before, between and behind them is left out, as
/// the format demands, and told.
#[derive(Clone, Copy, Debug)]
pub(in crate::record) struct Collection {
    /// Where the next game is looked for, and the line of that place.
    at: usize,
    line: usize,
    is_begun: bool,
    /// Squares that rectangles of marks may still have, once known.
    pub(super) space: Option<usize>,
}

impl Default for Collection {
    fn default() -> Self {
        Self { at: 0, line: 1, is_begun: false, space: None }
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
            Some(Err(_)) => {
                let mut brackets = text[parts.at..].match_indices('(').map(|(at, _)| parts.at + at);
                let root = brackets.find(|&at| Parts { at, ..parts }.is_at_root());
                let (root, line) = (root.unwrap_or(text.len()), parts.line);
                if is_inside(&text[parts.at..root]) {
                    let passed = "what stands behind the fault of a game, perhaps other games, is left out";
                    notes.missing(Place::Line(line), passed);
                }
                parts.skip_to(root);
            }
            None => parts.at = text.len(),
        }
        *self = Self { at: parts.at, line: parts.line, is_begun: true, ..*self };
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
            if begins(rest) {
                reader.next();
                let (line, parts) = (reader.line, *reader);
                let outline = Outline::read(reader, is_whole);
                return Some(outline.map(|outline| Tree { line, outline, parts }));
            }
            match start(rest) {
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
