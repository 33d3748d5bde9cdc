//! Reading of libraries node by node.

use super::bytes::{Bytes, RawNode, RawText};
use super::library::{CENTER, HEADER_BYTES, MAGIC, flags, side, step};
use super::{Library, LibraryNode};
use crate::board::square_name;
use crate::geometry::{Bitboard, Square};
use crate::record::encoding::{CodePage, Decoder, Detector};
use crate::record::note::Notes;
use crate::record::tree::{MAX_DEPTH, Step, TreeError};
use crate::record::{Place, RecordError};

/// Nodes that are read without telling how far it is.
const NODES_BETWEEN_TELLING: u32 = 1 << 14;

/// Reads a library.
///
/// # Errors
/// [`RecordError`] if the bytes do not begin like one.
pub fn read(bytes: &[u8]) -> Result<Library, RecordError> {
    let mut walk = nodes(bytes, None)?;
    let nodes = walk.by_ref().collect();
    Ok(Library { comment: walk.comment, nodes })
}

/// Iterates over the nodes of a library in the order of [`Library::nodes`](super::Library::nodes).
///
/// # Errors
/// [`RecordError`] if the bytes do not begin like a library.
pub fn nodes(bytes: &[u8], page: Option<CodePage>) -> Result<Nodes<'_>, RecordError> {
    let is_headless = bytes.first() == Some(&CENTER);
    let header = if bytes.starts_with(&MAGIC) { Some(HEADER_BYTES) } else { is_headless.then_some(0) };
    let found = || String::from_utf8_lossy(bytes.get(..HEADER_BYTES).unwrap_or(bytes)).into_owned();
    let nodes = header.and_then(|length| Bytes::after(bytes, length));
    Ok(Nodes::new(nodes.ok_or_else(|| RecordError::at_byte(0, "a RenLib library", &found()))?, page))
}

/// Iterator over the nodes of a library. Those with a move that is not on a free square are left out with all
/// below them.
pub struct Nodes<'a> {
    bytes: Bytes<'a>,
    decoder: Decoder,
    /// The parents of the nodes to come.
    parent: Parent,
    branches: Vec<Parent>,
    /// The last node and those above it, with the squares that they take.
    way: Vec<(u32, Option<Square>)>,
    taken: Bitboard,
    /// Nodes in the file, those that are left out among them.
    in_file: usize,
    /// Nodes returned so far.
    count: u32,
    is_first: bool,
    is_over: bool,
    place: usize,
    tell: Option<Box<dyn FnMut(usize) + 'a>>,
    /// The comment of the empty board behind its text, if it has one, known after the first call of `next`.
    pub comment: String,
    /// The first damage so far: a node that was left out, the end of a file that was cut, or bytes behind the
    /// tree.
    pub fault: Option<RecordError>,
}

/// A parent.
#[derive(Clone, Copy)]
enum Parent {
    Root,
    Node(u32),
    /// A node that was left out.
    Lost,
}

impl<'a> Nodes<'a> {
    fn new(bytes: Bytes<'a>, page: Option<CodePage>) -> Self {
        let mut detector = Detector::default();
        let (mut ahead, mut in_file) = (bytes, 0);
        while let Some(RawNode { comment, text, .. }) = ahead.node() {
            in_file += 1;
            if let RawText::New(comment) = comment {
                detector.feed(comment);
            }
            detector.feed(text);
        }
        Self {
            bytes,
            decoder: detector.decoder(page),
            parent: Parent::Root,
            branches: Vec::new(),
            way: Vec::new(),
            taken: Bitboard::EMPTY,
            in_file,
            count: 0,
            is_first: true,
            is_over: false,
            place: 0,
            tell: None,
            comment: String::new(),
            fault: None,
        }
    }

    /// What decoded the texts.
    pub(crate) const fn decoder(&self) -> &Decoder {
        &self.decoder
    }

    /// What to say of bytes in texts that have no meaning in the code page, if there were any.
    pub fn complaint(&self) -> Option<String> {
        self.decoder.complaint()
    }

    /// Tells now and then from which byte of the file on nodes are still to be read.
    pub fn on_progress(&mut self, tell: impl FnMut(usize) + 'a) {
        self.tell = Some(Box::new(tell));
    }

    /// Where the last node begins.
    pub(super) const fn place(&self) -> usize {
        self.place
    }

    /// Tells what was wrong with the file.
    pub(super) fn tell(&self, notes: &mut Notes) {
        if let Some(fault) = &self.fault {
            notes.fault(fault);
        } else if !self.branches.is_empty() {
            // RenLib saves a position in this way, but so does a disk that was full.
            notes.tell(Place::Byte(self.bytes.place()), "the file ends where further branches are announced");
        }
    }

    fn damage(&mut self, fault: RecordError) {
        self.fault.get_or_insert(fault);
    }

    /// Ends the tree. Zeros behind it fill a file up; other bytes are a sign of damage, such as a lost flag
    /// of a sibling.
    fn end(&mut self) {
        self.is_over = true;
        if self.bytes.has_more() {
            self.damage(RecordError::at_byte(self.bytes.place(), "the end of the file", "more bytes"));
        }
    }

    /// Parent and action of a node, if it can be played.
    fn placed(&mut self, place: u8, node_flags: u8) -> Option<(Option<usize>, Step)> {
        let parent = match self.parent {
            Parent::Root => None,
            Parent::Node(index) => Some(index),
            Parent::Lost => return None,
        };
        self.parent = Parent::Lost;
        while let Some(&(_, square)) = self.way.last().filter(|(index, _)| Some(*index) != parent) {
            self.way.pop();
            if let Some(square) = square {
                self.taken.remove(square);
            }
        }
        let Some(step) = step(place, node_flags) else {
            let found = format!("the number {place:#04x}");
            self.damage(RecordError::at_byte(self.place, "a square of a board of 15x15", &found));
            return None;
        };
        let square = if let Step::Move(square) = step { Some(square) } else { None };
        let problem = if square.is_some_and(|square| self.taken.contains(square)) {
            Some(TreeError::Occupied)
        } else {
            (self.way.len() >= MAX_DEPTH).then_some(TreeError::Deep)
        };
        if let Some(problem) = problem {
            let name = square.map_or_else(String::new, |square| square_name(square, side()));
            let number = self.taken.len() + 1;
            self.damage(RecordError::illegal(Place::Byte(self.place), number, &name, &problem));
            return None;
        }
        if let Some(square) = square {
            self.taken.insert(square);
        }
        self.way.push((self.count, square));
        self.parent = Parent::Node(self.count);
        self.count += 1;
        Some((parent.map(|index| index as usize), step))
    }
}

impl Iterator for Nodes<'_> {
    type Item = LibraryNode;

    fn next(&mut self) -> Option<LibraryNode> {
        if self.count.is_multiple_of(NODES_BETWEEN_TELLING)
            && let Some(tell) = &mut self.tell
        {
            tell(self.place);
        }
        while !self.is_over {
            self.place = self.bytes.place();
            let Some(RawNode { place, flags, comment, text }) = self.bytes.node() else { break };
            let comment = comment.read(|bytes| self.decoder.decode(bytes));
            let text = self.decoder.decode(text).trim().to_owned();
            let is_root = std::mem::take(&mut self.is_first) && place == 0;
            let before = self.parent;
            let placed = if is_root { None } else { self.placed(place, flags) };
            if flags & flags::HAS_SIBLING != 0 {
                self.branches.push(before);
            }
            if flags & flags::NO_CHILD != 0 {
                match self.branches.pop() {
                    Some(branch) => self.parent = branch,
                    // RenLib reads on behind an empty board without moves below it.
                    None if is_root => {}
                    None => self.end(),
                }
            }
            if is_root {
                format!("{text}\n{comment}").trim().clone_into(&mut self.comment);
            } else if let Some((parent, step)) = placed {
                let (is_marked, is_start) = (flags & flags::MARKED != 0, flags & flags::START != 0);
                return Some(LibraryNode { parent, step, comment, text, is_marked, is_start });
            }
        }
        if self.bytes.is_cut {
            self.damage(RecordError::at_byte(self.bytes.place(), "another node", "the end of the file"));
        }
        self.is_over = true;
        None
    }

    /// At most all nodes of the file.
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.in_file - self.count as usize))
    }
}
