//! Libraries as lists of nodes, and their bytes.

use std::iter;

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

    /// The library as a file in the code page in which RenLib shows its texts.
    pub fn to_bytes(&self) -> Vec<u8> {
        let page = default_page(self.walk().flat_map(|node| [node.comment, node.text]));
        // A page that was chosen after the texts holds them.
        to_bytes(self.walk(), page).unwrap_or_default()
    }

    /// The nodes in the order of a file, the empty board first.
    fn walk(&self) -> impl Iterator<Item = WrittenNode<'_>> {
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len() + 1];
        for (index, node) in self.nodes.iter().enumerate() {
            let place = node.parent.map_or(0, |parent| parent + 1);
            if let Some(list) = children.get_mut(place) {
                list.push(index);
            }
        }
        // Nodes to be written, each with whether a sibling follows.
        let mut waiting = vec![(None, false)];
        iter::from_fn(move || {
            let (index, has_sibling) = waiting.pop()?;
            let below =
                children.get(index.map_or(0, |index: usize| index + 1)).map_or(&[][..], Vec::as_slice);
            let (count, has_child) = (below.len(), !below.is_empty());
            waiting.extend(below.iter().enumerate().rev().map(|(i, &index)| (Some(index), i + 1 < count)));
            let flags = flag(!has_child, NO_CHILD) | flag(has_sibling, HAS_SIBLING);
            let root = WrittenNode { comment: &self.comment, flags, ..WrittenNode::default() };
            Some(index.and_then(|index| self.nodes.get(index)).map_or(root, |node| WrittenNode {
                step: Some(node.step),
                comment: &node.comment,
                text: &node.text,
                flags: flags | flag(node.is_marked, MARKED) | flag(node.is_start, START),
            }))
        })
    }
}

/// A flag if it is set.
pub(super) const fn flag(is_set: bool, flag: u8) -> u8 {
    if is_set { flag } else { 0 }
}

/// A node to be written.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WrittenNode<'a> {
    /// `None` for the empty board.
    pub(super) step: Option<Step>,
    pub(super) comment: &'a str,
    pub(super) text: &'a str,
    /// All but those of texts and of the step.
    pub(super) flags: u8,
}

/// The code page in which RenLib, which knows no Unicode, shows texts to their readers: that of their
/// language on Windows. UTF-8 if there is none, or if the texts are too few to be read back from it.
pub(super) fn default_page<'a>(texts: impl Iterator<Item = &'a str>) -> CodePage {
    let texts: Vec<&str> = texts.filter(|text| !text.is_ascii()).collect();
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

/// Nodes, the empty board first, as a file with texts in a code page.
///
/// # Errors
/// The first text that the code page cannot hold.
pub(super) fn to_bytes<'a>(
    nodes: impl Iterator<Item = WrittenNode<'a>>,
    page: CodePage,
) -> Result<Vec<u8>, String> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION);
    bytes.resize(HEADER_BYTES, 0xff);
    for node in nodes {
        write_node(&mut bytes, &node, page)?;
    }
    Ok(bytes)
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

fn write_node(bytes: &mut Vec<u8>, node: &WrittenNode<'_>, page: CodePage) -> Result<(), String> {
    let &WrittenNode { step, comment, text, .. } = node;
    let encoded = |text: &str| page.encode(text).ok_or_else(|| text.to_owned());
    let (place, no_move) = match step {
        Some(Step::Move(square)) => (square.y() * ROW_STEP + square.x() + 1, 0),
        Some(Step::Nothing) => (0, NO_MOVE),
        Some(Step::Pass) | None => (0, 0),
    };
    let of_texts = flag(!comment.is_empty(), COMMENT) | flag(!text.is_empty(), EXTENDED);
    let flags = node.flags | no_move | of_texts;
    bytes.extend([place, flags]);
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
