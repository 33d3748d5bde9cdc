//! Libraries as game trees.
//!
//! A text on a square belongs to the move that it announces, so it is a label of the node before that move,
//! and a label on a free square is written as a move with a text, one of the last position into its comment. A label on the stone just played, as other
//! programs write it, is the text of its move if that has no other. A text of a node without a square, and
//! a second one of a move, goes into its comment. A marked move has a triangle on its stone, a marked pass the
//! property `HO` of SGF, and the start of the view is kept as the property `START`.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::iter;

use super::library::flags::{self, HAS_SIBLING, NO_CHILD};
use super::library::{WrittenNode, default_page, flag, side, to_bytes};
use super::{Library, LibraryNode, nodes};
use crate::board::square_name;
use crate::geometry::{Square, shortened};
use crate::record::encoding::{CodePage, Decoder};
use crate::record::note::Notes;
use crate::record::tree::{
    GameTree, LeftOut, LongComments, Mark, NodeNotes, ROOT, Step, TreeError, TreeNode,
};
use crate::record::{GameRecord, Place, RecordError, WriteError};
use crate::rules::Rule;

/// The property of the node from which RenLib shows a library.
const START: &str = "START";
/// SGF's property of a node worth a look, for marked nodes without a stone.
const HOTSPOT: &str = "HO";

/// A library as a tree, with the result that its main line has on the board, and what decoded its texts.
///
/// # Errors
/// [`RecordError`] if the bytes do not begin like a library.
pub(in crate::record) fn read_tree(
    bytes: &[u8],
    (rule, page): (Rule, Option<CodePage>),
    notes: &mut Notes,
    tell: &mut dyn FnMut(usize),
) -> Result<(GameTree, Decoder), RecordError> {
    let mut walk = nodes(bytes, page)?;
    walk.on_progress(tell);
    let mut tree = GameTree::new(GameRecord::new(side(), rule))
        .map_err(|_| RecordError::at_byte(0, "a library of a board of 15x15", "another"))?;
    tree.reserve(walk.size_hint().1.unwrap_or_default() + 1);
    while let Some(node) = walk.next() {
        // Node 0 of the tree is the root, which a library does not count.
        let parent = node.parent.map_or(ROOT, |parent| parent + 1);
        if let Err(error) = add_to_tree(&mut tree, parent, node) {
            let number = tree.turns(parent) + 1;
            notes.fault(&RecordError::illegal(Place::Byte(walk.place()), number, "", &error));
            break;
        }
    }
    walk.tell(notes);
    if !walk.comment.is_empty() {
        tree.node_mut(ROOT).set_comment(&walk.comment);
    }
    (tree.about.result, tree.about.termination) = tree.main_line().end_of_board();
    Ok((tree, *walk.decoder()))
}

fn add_to_tree(tree: &mut GameTree, parent: usize, node: LibraryNode) -> Result<(), TreeError> {
    let LibraryNode { step, comment, text, is_marked, is_start, .. } = node;
    let place = tree.add(parent, step)?;
    let mut notes = NodeNotes::default();
    let is_marked_pass = is_marked && !matches!(step, Step::Move(_));
    for (key, _) in [(START, is_start), (HOTSPOT, is_marked_pass)].iter().filter(|(_, is_set)| *is_set) {
        notes.properties.push(((*key).to_owned(), vec!["1".to_owned()]));
    }
    match step {
        Step::Move(square) => {
            if is_marked {
                tree.set_mark(place, square, Some(Mark::Triangle));
            }
            if tree.node(parent).label(square).is_none_or(|label| label == text) {
                notes.set_comment(&comment);
                tree.set_label(parent, square, &text);
            } else {
                // A second node of the same move leaves the label of the first.
                notes.set_comment(&format!("{text}\n{comment}"));
            }
        }
        Step::Pass | Step::Nothing => notes.set_comment(&format!("{text}\n{comment}")),
    }
    tree.annotate(place, notes);
    Ok(())
}

/// Writes trees as one library, whatever their rules, in the code page in which RenLib shows their texts.
///
/// # Errors
/// [`WriteError`] for the first tree that is not on a board of 15x15, does not begin on the empty one with
/// black, or does not go with the others into one tree.
pub fn write_trees(trees: &[GameTree]) -> Result<Vec<u8>, WriteError> {
    write_trees_in(trees, None, None).map(|library| library.bytes)
}

/// [`write_trees`] in the code page demanded, else in the one preferred if it holds all texts.
///
/// # Errors
/// As [`write_trees`], and for a text that the code page demanded cannot hold.
pub fn write_trees_in(
    trees: &[GameTree],
    demanded: Option<CodePage>,
    preferred: Option<CodePage>,
) -> Result<WrittenLibrary, WriteError> {
    if let [only] = trees {
        expect_library(only, 1)?;
        return write_tree(&note_last_labels(Cow::Borrowed(only)), demanded, preferred);
    }
    let mut writer = LibraryWriter::default();
    trees.iter().try_for_each(|tree| writer.add(tree.clone()))?;
    writer.finish(demanded, preferred)
}

/// A library as a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenLibrary {
    /// The file.
    pub bytes: Vec<u8>,
    /// The code page of its texts, if any is more than plain ASCII.
    pub page: Option<CodePage>,
    /// Labels and marks that are left out because games differ.
    pub left_out: LeftOut,
}

/// Writes trees that come one after another as one library.
#[derive(Clone, Debug, Default)]
pub struct LibraryWriter {
    merged: Option<GameTree>,
    comments: LongComments,
    games: usize,
    left_out: LeftOut,
}

impl LibraryWriter {
    /// Adds a tree.
    ///
    /// # Errors
    /// [`WriteError`] as of [`write_trees`].
    pub fn add(&mut self, mut tree: GameTree) -> Result<(), WriteError> {
        self.games += 1;
        let game = self.games;
        expect_library(&tree, game)?;
        announce_labels(&mut tree);
        let tree = note_last_labels(Cow::Owned(tree)).into_owned();
        let Some(merged) = &mut self.merged else {
            self.merged = Some(tree);
            return Ok(());
        };
        let expected = "a game that fits into one tree with those before it";
        let added = merged.take_in(&tree, &mut self.comments).map_err(|error| error.to_string());
        let added = added.map_err(|found| WriteError { game, expected, found })?;
        // What else differs has no place in a library.
        for (kind, count) in added.into_iter().filter(|(kind, _)| ["labels", "marks"].contains(kind)) {
            *self.left_out.entry(kind).or_default() += count;
        }
        Ok(())
    }

    /// The library, in the code pages of [`write_trees_in`].
    ///
    /// # Errors
    /// [`WriteError`] for a text that the code page demanded cannot hold.
    pub fn finish(
        self,
        demanded: Option<CodePage>,
        preferred: Option<CodePage>,
    ) -> Result<WrittenLibrary, WriteError> {
        let left_out = self.left_out;
        match &self.merged {
            Some(tree) => Ok(WrittenLibrary { left_out, ..write_tree(tree, demanded, preferred)? }),
            None => Ok(WrittenLibrary { bytes: Library::default().to_bytes(), page: None, left_out }),
        }
    }
}

fn write_tree(
    tree: &GameTree,
    demanded: Option<CodePage>,
    preferred: Option<CodePage>,
) -> Result<WrittenLibrary, WriteError> {
    let texts = || walk(tree).flat_map(|node| [node.comment, node.text]).filter(|text| !text.is_empty());
    // RenLib does not show UTF-8 correctly.
    let preferred = preferred.filter(|page| *page != CodePage::UTF_8);
    let preferred = preferred.filter(|page| texts().all(|text| page.encode(text).is_some()));
    let page = demanded.or(preferred).unwrap_or_else(|| default_page(texts()));
    let bytes = to_bytes(walk(tree), page).map_err(|text| {
        let found = format!("{:?}, which {page} cannot hold", shortened(&text));
        WriteError { game: 1, expected: "texts that the code page can hold", found }
    })?;
    let is_ascii = texts().all(str::is_ascii);
    Ok(WrittenLibrary { bytes, page: (!is_ascii).then_some(page), left_out: LeftOut::new() })
}

/// Moves labels on the stones just played to the nodes before, where a library has them, so that those of
/// different games meet.
fn announce_labels(tree: &mut GameTree) {
    for index in ROOT + 1..tree.len() {
        let node = tree.node(index);
        let (parent, square) = (node.parent(), node.square());
        let label = square.and_then(|square| Some((square, node.label(square)?.to_owned())));
        if let Some((square, label)) = label
            && tree.node(parent).label(square).is_none()
        {
            tree.set_label(index, square, "");
            tree.set_label(parent, square, &label);
        }
    }
}

/// Moves labels of the last position to its comment, `A: h8`: as moves of the library they would go on with the
/// game.
fn note_last_labels(mut tree: Cow<'_, GameTree>) -> Cow<'_, GameTree> {
    let last = iter::successors(Some(ROOT), |&node| tree.node(node).children().next()).last().unwrap_or(ROOT);
    for square in extra_labels(&tree, last) {
        let node = tree.node(last);
        let label = node.label(square).unwrap_or_default();
        let comment = format!("{}\n{label}: {}", node.comment(), square_name(square, side()));
        tree.to_mut().set_label(last, square, "");
        tree.to_mut().node_mut(last).set_comment(&comment);
    }
    tree
}

fn expect_library(tree: &GameTree, game: usize) -> Result<(), WriteError> {
    let about = tree.about();
    if about.size != side() {
        let expected = "a game on 15x15 for a RenLib library";
        return Err(WriteError { game, expected, found: about.size.to_string() });
    }
    WriteError::expect_no_setup(game, &about.setup)
}

/// What is written next.
#[derive(Clone, Copy)]
enum Item {
    Node(usize),
    /// A move with a text for a label on a free square of a node.
    Label(usize, Square),
}

/// The nodes of a tree in the order of a file, the empty board first.
fn walk(tree: &GameTree) -> impl Iterator<Item = WrittenNode<'_>> {
    let mut waiting = vec![(Item::Node(ROOT), false)];
    iter::from_fn(move || {
        let (item, has_sibling) = waiting.pop()?;
        let index = match item {
            Item::Label(index, square) => {
                let text = tree.node(index).label(square).unwrap_or_default();
                let step = Some(Step::Move(square));
                let flags = NO_CHILD | flag(has_sibling, HAS_SIBLING);
                return Some(WrittenNode { step, text, flags, ..WrittenNode::default() });
            }
            Item::Node(index) => index,
        };
        let place = waiting.len();
        waiting.extend(tree.node(index).children().map(|child| (Item::Node(child), true)));
        // Behind the moves, so that none becomes the main line.
        waiting
            .extend(extra_labels(tree, index).into_iter().map(|square| (Item::Label(index, square), true)));
        let below = &mut waiting[place..];
        if let Some((_, has_sibling)) = below.last_mut() {
            *has_sibling = false;
        }
        below.reverse();
        let flags = flag(below.is_empty(), NO_CHILD) | flag(has_sibling, HAS_SIBLING);
        let node = written(tree, index);
        Some(WrittenNode { flags: node.flags | flags, ..node })
    })
}

/// A node of the tree as one of a library.
fn written(tree: &GameTree, index: usize) -> WrittenNode<'_> {
    let node = tree.node(index);
    let comment = node.comment();
    if index == ROOT {
        return WrittenNode { comment, ..WrittenNode::default() };
    }
    let has = |name: &str| node.properties.iter().any(|(key, _)| key == name);
    let mut written = WrittenNode {
        step: Some(node.step()),
        comment,
        text: "",
        flags: flag(has(START), flags::START) | flag(has(HOTSPOT), flags::MARKED),
    };
    if let Some(square) = node.square() {
        let above = tree.node(node.parent());
        written.text = above.label(square).or_else(|| node.label(square)).unwrap_or_default();
        let is_marked = node.mark(square) == Some(Mark::Triangle);
        written.flags = written.flags & !flags::MARKED | flag(is_marked, flags::MARKED);
    }
    written
}

/// Whether a library holds a property of a node. Its root has none.
pub(in crate::record) fn holds(tree: &GameTree, index: usize, key: &str) -> bool {
    index != ROOT && (key == START || key == HOTSPOT && tree.node(index).square().is_none())
}

/// Number of marks and labels of a node that a library cannot hold.
pub(in crate::record) fn lost_marks(tree: &GameTree, index: usize) -> usize {
    let node = tree.node(index);
    let is_held = |&(square, mark): &(Square, Mark)| mark == Mark::Triangle && node.square() == Some(square);
    let above = tree.node(node.parent());
    let is_lost = |&(square, label): &(Square, &str)| {
        let is_of_move =
            node.square() == Some(square) && above.label(square).is_none_or(|text| text == label);
        !is_of_move && tree.way_up(index).any(|node| node.square() == Some(square))
    };
    node.marks().filter(|mark| !is_held(mark)).count() + node.labels().filter(is_lost).count()
}

/// Labels on free squares without a move there.
fn extra_labels(tree: &GameTree, index: usize) -> Vec<Square> {
    let node = tree.node(index);
    if node.labels().next().is_none() {
        return Vec::new();
    }
    let played: BTreeSet<Square> = tree.way_up(index).filter_map(TreeNode::square).collect();
    let next: BTreeSet<Square> = node.children().filter_map(|child| tree.node(child).square()).collect();
    let is_extra = |square: &Square| !played.contains(square) && !next.contains(square);
    node.labels().map(|(square, _)| square).filter(is_extra).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_the_last_position_are_no_moves() {
        let mut tree = GameTree::from(&GameRecord::new(side(), Rule::Renju));
        let middle = tree.add(ROOT, Step::Move(Square::at(7, 7))).unwrap();
        tree.set_label(ROOT, Square::at(0, 0), "Z");
        tree.set_label(middle, Square::at(8, 6), "A");
        tree.node_mut(middle).set_comment("here");
        let bytes = write_trees(&[tree]).unwrap();
        let (read, _) = read_tree(&bytes, (Rule::Renju, None), &mut Notes::default(), &mut |_| {}).unwrap();
        assert_eq!(read.main_line().moves.len(), 1);
        let node = read.node(read.node(ROOT).children().next().unwrap());
        assert_eq!((node.comment(), node.children().count()), ("here\nA: i9", 0));
        assert_eq!(read.node(ROOT).label(Square::at(0, 0)), Some("Z"), "a variation");
    }

    #[test]
    fn a_large_library_takes_eight_times_its_bytes() {
        // 75 first moves, each with 74 replies, each with 30 moves.
        let squares: Vec<u8> = side().squares().map(|square| square.y() * 16 + square.x() + 1).collect();
        let mut bytes = b"\xffRenLib\xff\x03\x04\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0".to_vec();
        let flag = |is_last: bool| if is_last { 0 } else { 0x80 };
        for (i, &first) in squares[..75].iter().enumerate() {
            bytes.extend([first, flag(i == 74)]);
            for (j, &second) in squares[75..149].iter().enumerate() {
                bytes.extend([second, flag(j == 73)]);
                for (k, &third) in squares[149..179].iter().enumerate() {
                    bytes.extend([third, 0x40 | flag(k == 29)]);
                }
            }
        }
        let mut notes = Notes::default();
        let (tree, _) = read_tree(&bytes, (Rule::Renju, None), &mut notes, &mut |_| {}).unwrap();
        assert_eq!((tree.len(), notes.texts()), (1 + 75 * (1 + 74 * 31), vec![]));
        assert!(tree.memory_bytes() <= 8 * bytes.len(), "{} for {}", tree.memory_bytes(), bytes.len());
    }
}
