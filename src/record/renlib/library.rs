//! Libraries as lists of nodes, and their bytes.

use super::bytes::{COMMENT, EXTENDED, TEXT, write_text};
use crate::files::FileKind;
use crate::geometry::BoardSize;
use crate::record::encoding::{CodePage, Detector};
use crate::record::tree::Step;

/// The magic bytes.
pub(super) const MAGIC: [u8; 8] = *b"\xffRenLib\xff";
pub(super) const HEADER_BYTES: usize = 20;
const VERSION: [u8; 2] = [3, 4];
const SIDE: i64 = 15;
/// The first square of libraries without a header.
pub(super) const CENTER: u8 = 0x78;
const ROW_STEP: u8 = 16;

/// Flags of nodes, beside those of texts.
pub(super) mod flags {
    pub(in super::super) const HAS_SIBLING: u8 = 0x80;
    pub(in super::super) const NO_CHILD: u8 = 0x40;
    pub(in super::super) const MARKED: u8 = 0x10;
    pub(in super::super) const START: u8 = 0x04;
    pub(in super::super) const NO_MOVE: u8 = 0x02;
}
use flags::{HAS_SIBLING, MARKED, NO_CHILD, NO_MOVE, START};

/// The start of a library. Old files without a header are not detected.
pub const KIND: FileKind =
    FileKind { name: "a RenLib library", matches_header: |start| start.starts_with(&MAGIC) };

/// Whether a file is a library; one without a header is only if its name says so.
pub(in crate::record) fn is_library(bytes: &[u8], is_named: bool) -> bool {
    bytes.starts_with(&MAGIC) || is_named && bytes.first() == Some(&CENTER)
}

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

impl Library {
    /// Adds a node behind its siblings and returns its index.
    pub fn add(&mut self, parent: Option<usize>, step: Step) -> usize {
        let (comment, text) = (String::new(), String::new());
        self.nodes.push(LibraryNode { parent, step, comment, text, is_marked: false, is_start: false });
        self.nodes.len() - 1
    }

    /// The library as a file in [`default_page`](Self::default_page).
    pub fn to_bytes(&self) -> Vec<u8> {
        self.to_bytes_in(self.default_page()).unwrap_or_default()
    }

    /// The code page in which RenLib, which knows no Unicode, shows the texts to their readers: that of their language on
    /// Windows. UTF-8 if there is none, or if the texts are too few to be read back from it.
    pub fn default_page(&self) -> CodePage {
        let is_plain = |text: &&str| text.is_ascii();
        let texts: Vec<&str> = self.texts().filter(|text| !is_plain(text)).collect();
        let is_read_back = |page: &CodePage| {
            let mut detector = Detector::default();
            let encoded = || texts.iter().filter_map(|text| page.encode(text));
            encoded().for_each(|bytes| detector.feed(&bytes));
            let mut decoder = detector.decoder(None);
            encoded().zip(&texts).all(|(bytes, text)| decoder.decode(&bytes) == *text)
        };
        let pages = [CodePage::shown_by_windows(&texts.concat()), CodePage::UTF_8, CodePage::GB18030];
        pages.into_iter().find(is_read_back).unwrap_or(CodePage::UTF_8)
    }

    /// Whether all texts are plain ASCII, and so the same in all code pages.
    pub(super) fn is_ascii(&self) -> bool {
        self.texts().all(str::is_ascii)
    }

    fn texts(&self) -> impl Iterator<Item = &str> {
        let of_nodes = self.nodes.iter().flat_map(|node| [node.comment.as_str(), node.text.as_str()]);
        of_nodes.chain([self.comment.as_str()])
    }

    /// The library as a file with texts in a code page.
    ///
    /// # Errors
    /// The first text that the code page cannot hold.
    pub(crate) fn to_bytes_in(&self, page: CodePage) -> Result<Vec<u8>, String> {
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
        write_node(&mut bytes, (0, childless(0)), &self.comment, "", page)?;
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
            write_node(&mut bytes, (place, flags), &node.comment, &node.text, page)?;
            push_children(&mut waiting, index + 1);
        }
        Ok(bytes)
    }
}

pub(super) fn side() -> BoardSize {
    BoardSize::default()
}

/// Decodes the action of a node; `None` for invalid squares.
pub(super) fn step(place: u8, flags: u8) -> Option<Step> {
    if flags & NO_MOVE != 0 {
        return Some(Step::Nothing);
    }
    if place == 0 {
        return Some(Step::Pass);
    }
    let (x, y) = (i64::from(place % ROW_STEP) - 1, i64::from(place / ROW_STEP));
    side().square(x, y).filter(|_| y < SIDE).map(Step::Move)
}

fn write_node(
    bytes: &mut Vec<u8>,
    (place, flags): (u8, u8),
    comment: &str,
    text: &str,
    page: CodePage,
) -> Result<(), String> {
    let encoded = |text: &str| page.encode(text).ok_or_else(|| text.to_owned());
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
        write_text(bytes, &encoded(&format!("{heading}{separator}{rest}"))?);
    }
    if !text.is_empty() {
        write_text(bytes, &encoded(text)?);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::{nodes, read};
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
            let mut walk = nodes(bytes, None).unwrap();
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
