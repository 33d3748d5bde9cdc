//! Nodes of game trees.

use std::iter;
use std::ops::Deref;

use super::GameTree;
use crate::geometry::{SQUARE_SPAN, Square};

/// The action of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A stone.
    Move(Square),
    /// A pass.
    Pass,
    /// None: the start of the game, or a node with only a comment or marks.
    Nothing,
}

impl Step {
    /// Whether the other side is to move afterwards.
    pub(super) const fn is_turn(self) -> bool {
        !matches!(self, Self::Nothing)
    }
}

/// What only some nodes have, beside marks and labels on squares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeNotes {
    pub(in crate::record) comment: String,
    /// Properties of SGF without a meaning here, with their values. Those of other programs are written
    /// again; known ones in a wrong form or place are not, and
    /// [`RecordFormat::lost`](crate::record::RecordFormat::lost) counts them.
    pub properties: Vec<(String, Vec<String>)>,
    /// Score of the move, see [`RecordedMove`](crate::record::RecordedMove).
    pub score: Option<i16>,
    /// Time of the move in milliseconds.
    pub time_ms: Option<u32>,
}

/// The notes of a node that has none.
pub(super) static NO_NOTES: NodeNotes =
    NodeNotes { comment: String::new(), properties: Vec::new(), score: None, time_ms: None };

/// No child, or no sibling: the root is neither.
pub(super) const NONE: u32 = 0;

/// A node as a tree keeps it, sixteen bytes: libraries have ten million, of two bytes each in their files.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) parent: u32,
    /// The last child, or [`NONE`]. Its `next` is the first one, so that both ends of the list are at hand.
    pub(super) last_child: u32,
    /// The next sibling, behind the last one the first.
    pub(super) next: u32,
    pub(super) step: PackedStep,
    /// Moves and passes up to the node.
    pub(super) turns: u16,
}

/// A [`Step`] in two bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PackedStep(u16);

impl PackedStep {
    const PASS: Self = Self(SQUARE_SPAN as u16);
    const NOTHING: Self = Self(SQUARE_SPAN as u16 + 1);
}

impl From<Step> for PackedStep {
    fn from(step: Step) -> Self {
        match step {
            Step::Move(square) => Self(square.index() as u16),
            Step::Pass => Self::PASS,
            Step::Nothing => Self::NOTHING,
        }
    }
}

impl From<PackedStep> for Step {
    fn from(step: PackedStep) -> Self {
        match step {
            PackedStep::PASS => Self::Pass,
            PackedStep::NOTHING => Self::Nothing,
            PackedStep(square) => Self::Move(Square::from_index(usize::from(square))),
        }
    }
}

/// A node of a game tree. Its notes are fields of [`NodeNotes`], which it borrows as: `node.properties`.
#[derive(Clone, Copy, Debug)]
pub struct TreeNode<'a> {
    pub(super) tree: &'a GameTree,
    pub(super) index: usize,
    pub(super) link: &'a Link,
}

impl Deref for TreeNode<'_> {
    type Target = NodeNotes;

    fn deref(&self) -> &NodeNotes {
        self.notes()
    }
}

impl<'a> TreeNode<'a> {
    /// What only some nodes have, beside marks and labels on squares.
    pub fn notes(self) -> &'a NodeNotes {
        self.tree.notes.get(&(self.index as u32)).map_or(&NO_NOTES, Box::as_ref)
    }

    /// The action.
    pub fn step(self) -> Step {
        self.link.step.into()
    }

    /// The square of the move, if it is one.
    pub fn square(self) -> Option<Square> {
        if let Step::Move(square) = self.step() { Some(square) } else { None }
    }

    /// The parent, [`ROOT`](super::ROOT) for the root.
    pub fn parent(self) -> usize {
        self.link.parent as usize
    }

    /// Number of nodes before it, which are counted.
    pub fn depth(self) -> usize {
        self.tree.way_up(self.index).count() - 1
    }

    /// Whether it is one of several children.
    pub fn has_siblings(self) -> bool {
        // The root has no next one.
        self.link.next != NONE && self.link.next as usize != self.index
    }

    /// The nodes behind it; the first is the main line.
    pub fn children(self) -> impl Iterator<Item = usize> + use<'a> {
        let links = &self.tree.links;
        let last = self.link.last_child;
        let first = (last != NONE).then(|| links[last as usize].next);
        let next = move |&child: &u32| (child != last).then(|| links[child as usize].next);
        iter::successors(first, next).map(|child| child as usize)
    }

    /// The comment on the position after the step; lines end with a line feed.
    pub fn comment(self) -> &'a str {
        &self.notes().comment
    }
}

impl NodeNotes {
    /// Replaces the comment. Control characters other than line feeds and tabs, and blanks at both ends, are
    /// left out, because not every format can hold them.
    pub fn set_comment(&mut self, comment: &str) {
        let text = comment.replace("\r\n", "\n").replace('\r', "\n");
        let is_text = |c: &char| !c.is_control() || matches!(c, '\n' | '\t');
        let text: String = text.chars().filter(is_text).collect();
        text.trim().clone_into(&mut self.comment);
    }

    /// Adds a value to the properties without a meaning.
    pub(in crate::record) fn keep(&mut self, key: &str, value: &str) {
        if let Some((_, values)) = self.properties.iter_mut().find(|(known, _)| known == key) {
            values.push(value.to_owned());
        } else {
            // Few nodes have several.
            self.properties.reserve_exact(1);
            self.properties.push((key.to_owned(), vec![value.to_owned()]));
        }
    }
}
