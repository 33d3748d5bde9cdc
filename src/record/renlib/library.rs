//! Libraries as lists of nodes, and their bytes.

use super::bytes::{Bytes, COMMENT, write_text};
use crate::files::FileKind;
use crate::geometry::BoardSize;
use crate::record::RecordError;
use crate::record::tree::Step;

/// The magic bytes.
pub(in crate::record) const MAGIC: [u8; 8] = *b"\xffRenLib\xff";
const HEADER_BYTES: usize = 20;
const VERSION: [u8; 2] = [3, 4];
const SIDE: i64 = 15;
/// The first square of libraries without a header.
const CENTER: u8 = 0x78;
const ROW_STEP: u8 = 16;

const HAS_SIBLING: u8 = 0x80;
const NO_CHILD: u8 = 0x40;
const MARKED: u8 = 0x10;
const START: u8 = 0x04;
const NO_MOVE: u8 = 0x02;
const EXTENDED: u8 = 0x01;
/// In the last byte of an extension.
const TEXT: u8 = 0x01;

/// The start of a library. Old files without a header are not detected.
pub const KIND: FileKind =
    FileKind { name: "a RenLib library", is_begun_by: |start| start.starts_with(&MAGIC) };

/// A node of a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryNode {
    /// The parent, `None` for first moves.
    pub parent: Option<usize>,
    /// The action.
    pub step: Step,
    /// A comment; lines end with a line feed.
    pub comment: String,
    /// A short text shown on the square in the position before.
    pub text: String,
    /// Whether it is marked.
    pub is_marked: bool,
    /// Whether RenLib shows the library from here.
    pub is_start: bool,
}

/// A tree of moves from the empty board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Library {
    /// The comment of the empty board.
    pub comment: String,
    /// The nodes: parents before their children, siblings in order.
    pub nodes: Vec<LibraryNode>,
}

/// Reads a library.
///
/// # Errors
/// [`RecordError`] if the bytes do not begin like one.
pub fn read(bytes: &[u8]) -> Result<Library, RecordError> {
    let mut walk = nodes(bytes)?;
    let nodes = walk.by_ref().collect();
    Ok(Library { comment: walk.comment, nodes })
}

/// Iterates over the nodes of a library in the order of [`Library::nodes`].
///
/// # Errors
/// [`RecordError`] if the bytes do not begin like a library.
pub fn nodes(bytes: &[u8]) -> Result<Nodes<'_>, RecordError> {
    let is_headless = bytes.first() == Some(&CENTER);
    let header = if bytes.starts_with(&MAGIC) { Some(HEADER_BYTES) } else { is_headless.then_some(0) };
    let found = || String::from_utf8_lossy(bytes.get(..HEADER_BYTES).unwrap_or(bytes)).into_owned();
    let nodes = header.and_then(|length| Bytes::after(bytes, length));
    Ok(Nodes::new(nodes.ok_or_else(|| RecordError::at_byte(0, "a RenLib library", &found()))?))
}

/// Iterator over the nodes of a library. Invalid nodes are skipped with all below them.
pub struct Nodes<'a> {
    bytes: Bytes<'a>,
    /// The parents of the nodes to come.
    parent: Parent,
    branches: Vec<Parent>,
    /// Nodes returned so far.
    count: u32,
    is_first: bool,
    is_over: bool,
    /// The comment of the empty board, known after the first call of `next`.
    pub comment: String,
    /// Place of the last node in the file.
    pub(super) place: usize,
    /// The first damage so far: a node that was skipped or [rejected](Self::reject), the end of a file that was cut, or
    /// bytes behind the tree.
    pub fault: Option<RecordError>,
}

/// A parent.
#[derive(Clone, Copy)]
enum Parent {
    Root,
    Node(u32),
    /// A skipped node.
    Lost,
}

impl<'a> Nodes<'a> {
    const fn new(bytes: Bytes<'a>) -> Self {
        Self {
            bytes,
            parent: Parent::Root,
            branches: Vec::new(),
            count: 0,
            is_first: true,
            is_over: false,
            comment: String::new(),
            place: 0,
            fault: None,
        }
    }

    /// Reports the last node as damaged, unless an earlier one was.
    pub fn reject(&mut self, expected: &str, found: &str) {
        self.fault.get_or_insert_with(|| RecordError::at_byte(self.place, expected, found));
    }

    /// Ends the tree. Zeros behind it fill a file up; other bytes are a sign of damage, such as a lost flag of a sibling.
    fn end(&mut self) {
        self.is_over = true;
        if self.bytes.has_more() {
            let place = self.bytes.place();
            self.fault
                .get_or_insert_with(|| RecordError::at_byte(place, "the end of the file", "more bytes"));
        }
    }

    /// The node of these bytes, if it is valid.
    fn placed(&mut self, step: Option<Step>) -> Option<(Option<usize>, Step)> {
        let parent = match self.parent {
            Parent::Root => None,
            Parent::Node(index) => Some(index as usize),
            Parent::Lost => return None,
        };
        self.parent = Parent::Lost;
        let step = step?;
        self.parent = Parent::Node(self.count);
        self.count += 1;
        Some((parent, step))
    }
}

impl Iterator for Nodes<'_> {
    type Item = LibraryNode;

    fn next(&mut self) -> Option<LibraryNode> {
        while !self.is_over {
            self.place = self.bytes.place();
            let Some((place, flags)) = self.bytes.pair() else { break };
            let extension =
                if flags & EXTENDED == 0 { 0 } else { self.bytes.pair().map_or(0, |(_, last)| last) };
            let is_root = std::mem::take(&mut self.is_first) && place == 0;
            let comment = self.bytes.comment(flags);
            let text = if extension & TEXT == 0 { String::new() } else { self.bytes.text() };
            let before = self.parent;
            let step = step(place, flags);
            if step.is_none() {
                self.reject("a square of a board of 15x15", &format!("the number {place:#04x}"));
            }
            let placed = if is_root { None } else { self.placed(step) };
            if flags & HAS_SIBLING != 0 {
                self.branches.push(before);
            }
            if flags & NO_CHILD != 0 {
                match self.branches.pop() {
                    Some(branch) => self.parent = branch,
                    None => self.end(),
                }
            }
            if is_root {
                self.comment = comment;
            } else if let Some((parent, step)) = placed {
                let (is_marked, is_start) = (flags & MARKED != 0, flags & START != 0);
                return Some(LibraryNode { parent, step, comment, text, is_marked, is_start });
            }
        }
        if self.bytes.is_cut && self.fault.is_none() {
            self.fault =
                Some(RecordError::at_byte(self.bytes.place(), "another node", "the end of the file"));
        }
        self.is_over = true;
        None
    }
}

impl Library {
    /// Adds a node behind its siblings and returns its index.
    pub fn add(&mut self, parent: Option<usize>, step: Step) -> usize {
        let (comment, text) = (String::new(), String::new());
        self.nodes.push(LibraryNode { parent, step, comment, text, is_marked: false, is_start: false });
        self.nodes.len() - 1
    }

    /// Serialises the library.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len() + 1];
        for (index, node) in self.nodes.iter().enumerate() {
            let place = node.parent.map_or(0, |parent| parent + 1);
            if let Some(list) = children.get_mut(place) {
                list.push(index);
            }
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION);
        bytes.resize(HEADER_BYTES, 0xff);
        let childless =
            |place: usize| if children.get(place).is_none_or(Vec::is_empty) { NO_CHILD } else { 0 };
        write_node(&mut bytes, 0, childless(0), &self.comment, "");
        // Stack of nodes to be written, each with whether a sibling follows.
        let mut waiting = Vec::new();
        let push_children = |waiting: &mut Vec<(usize, bool)>, place: usize| {
            let list = children.get(place).map_or(&[][..], Vec::as_slice);
            let count = list.len();
            waiting.extend(list.iter().enumerate().rev().map(|(i, &index)| (index, i + 1 < count)));
        };
        push_children(&mut waiting, 0);
        while let Some((index, has_sibling)) = waiting.pop() {
            let node = &self.nodes[index];
            let (place, step_flag) = match node.step {
                Step::Move(square) => (square.y() * ROW_STEP + square.x() + 1, 0),
                Step::Pass => (0, 0),
                Step::Nothing => (0, NO_MOVE),
            };
            let sibling = if has_sibling { HAS_SIBLING } else { 0 };
            let mark = if node.is_marked { MARKED } else { 0 };
            let start = if node.is_start { START } else { 0 };
            let flags = childless(index + 1) | sibling | mark | start | step_flag;
            write_node(&mut bytes, place, flags, &node.comment, &node.text);
            push_children(&mut waiting, index + 1);
        }
        bytes
    }
}

pub(super) fn side() -> BoardSize {
    BoardSize::default()
}

/// Decodes the action of a node; `None` for invalid squares.
fn step(place: u8, flags: u8) -> Option<Step> {
    if flags & NO_MOVE != 0 {
        return Some(Step::Nothing);
    }
    if place == 0 {
        return Some(Step::Pass);
    }
    let (x, y) = (i64::from(place % ROW_STEP) - 1, i64::from(place / ROW_STEP));
    side().square(x, y).filter(|_| y < SIDE).map(Step::Move)
}

fn write_node(bytes: &mut Vec<u8>, place: u8, flags: u8, comment: &str, text: &str) {
    let comment_flag = if comment.is_empty() { 0 } else { COMMENT };
    let extended = if text.is_empty() { 0 } else { EXTENDED };
    bytes.extend([place, flags | comment_flag | extended]);
    if !text.is_empty() {
        bytes.extend([0, TEXT]);
    }
    if !comment.is_empty() {
        let (heading, rest) = comment.split_once('\n').unwrap_or((comment, ""));
        let rest = rest.replace('\n', "\r\n");
        let separator = if rest.is_empty() { "" } else { "\u{8}" };
        write_text(bytes, &format!("{heading}{separator}{rest}"));
    }
    if !text.is_empty() {
        write_text(bytes, text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Square;

    fn sample() -> Library {
        let mut library = Library { comment: "root\nsecond line\nthird".to_owned(), ..Library::default() };
        let first = library.add(None, Step::Move(Square::at(7, 7)));
        let left = library.add(Some(first), Step::Move(Square::at(7, 6)));
        let right = library.add(Some(first), Step::Move(Square::at(8, 6)));
        library.nodes[left].text = "ab".to_owned();
        library.nodes[right].comment = "ä".to_owned();
        library.nodes[right].is_marked = true;
        let pass = library.add(Some(right), Step::Pass);
        library.add(Some(pass), Step::Nothing);
        library.add(Some(left), Step::Move(Square::at(0, 14)));
        library.add(None, Step::Move(Square::at(14, 0)));
        library
    }

    fn steps_to(library: &Library, node: usize) -> Vec<Step> {
        let way = std::iter::successors(Some(node), |&index| library.nodes[index].parent);
        let mut steps: Vec<Step> = way.map(|index| library.nodes[index].step).collect();
        steps.reverse();
        steps
    }

    fn paths(library: &Library) -> Vec<(Vec<Step>, String, String)> {
        let path = |(i, node): (usize, &LibraryNode)| {
            (steps_to(library, i), node.comment.clone(), node.text.clone())
        };
        let mut paths: Vec<_> = library.nodes.iter().enumerate().map(path).collect();
        paths.sort_by_key(|path| format!("{path:?}"));
        paths
    }

    #[test]
    fn a_tree_reads_back_with_its_comments_texts_and_passes() {
        for library in [Library::default(), sample()] {
            let read = read(&library.to_bytes()).unwrap();
            assert_eq!((paths(&read), &read.comment), (paths(&library), &library.comment));
        }
    }

    #[test]
    fn bytes_behind_the_tree_are_damage_unless_they_fill_the_file_up() {
        let bytes = sample().to_bytes();
        let fault = |bytes: &[u8]| {
            let mut walk = nodes(bytes).unwrap();
            assert!(walk.by_ref().count() > 0);
            walk.fault.map(|fault| fault.to_string())
        };
        assert_eq!(fault(&[&bytes[..], &[0; 7]].concat()), None);
        let error = format!("byte {}: expected the end of the file, found \"more bytes\"", bytes.len());
        assert_eq!(fault(&[&bytes[..], &[0, 0x40]].concat()), Some(error));
        let mut damaged = bytes;
        // The first child of the first move.
        let sibling = damaged.iter().position(|&byte| byte & !COMMENT & !EXTENDED == HAS_SIBLING).unwrap();
        assert_eq!(fault(&damaged), None);
        damaged[sibling] &= !HAS_SIBLING;
        assert!(fault(&damaged).unwrap().contains("expected the end of the file"));
    }

    #[test]
    fn the_bytes_are_those_of_renlib() {
        let mut library = Library::default();
        let first = library.add(None, Step::Move(Square::at(7, 7)));
        let second = library.add(Some(first), Step::Move(Square::at(8, 6)));
        library.add(Some(first), Step::Move(Square::at(7, 6)));
        library.nodes[second].comment = "a".to_owned();
        library.nodes[second].text = "B".to_owned();
        let bytes = library.to_bytes();
        assert_eq!(bytes[..HEADER_BYTES], *b"\xffRenLib\xff\x03\x04\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff");
        let nodes = [0, 0, 0x78, 0, 0x69, 0xc9, 0, 1, b'a', 0, b'B', 0, 0x68, 0x40];
        assert_eq!(bytes[HEADER_BYTES..], nodes);
        let old = read(&[0x78, 0x20, b'o', b'l', b'd' | 0x80, 0, 0x68, 0x40]).unwrap();
        assert_eq!((old.nodes.len(), old.nodes[0].comment.as_str()), (2, "old"));
    }

    #[test]
    fn broken_libraries_give_what_is_whole_and_never_fail() {
        assert!(read(b"").is_err() && read(b"hello").is_err());
        let bytes = sample().to_bytes();
        let all = paths(&sample());
        for length in HEADER_BYTES..bytes.len() {
            let part = read(&bytes[..length]).unwrap();
            assert!(part.nodes.len() <= all.len());
        }
        let mut random = fastrand::Rng::with_seed(4);
        for _ in 0..2000 {
            let mut bytes = bytes.clone();
            for _ in 0..random.usize(1..6) {
                let place = random.usize(HEADER_BYTES..bytes.len());
                bytes[place] = random.u8(..);
            }
            let library = read(&bytes).unwrap();
            for (index, node) in library.nodes.iter().enumerate() {
                assert!(node.parent.is_none_or(|parent| parent < index));
            }
        }
    }
}
