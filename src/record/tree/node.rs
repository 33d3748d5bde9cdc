//! Nodes of game trees.

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};

use crate::geometry::Square;

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

/// A sign drawn on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A triangle.
    Triangle,
    /// A square.
    Square,
    /// A circle.
    Circle,
    /// A cross.
    Cross,
}

impl Mark {
    /// All marks.
    pub const ALL: [Self; 4] = [Self::Triangle, Self::Square, Self::Circle, Self::Cross];
}

/// What only some nodes have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeNotes {
    pub(super) comment: String,
    pub(super) labels: BTreeMap<Square, String>,
    /// Signs on squares.
    pub marks: BTreeMap<Square, Mark>,
    /// Properties of SGF without a meaning here, with their values. Those of other programs are written again; known ones
    /// in a wrong form or place are not, and [`RecordFormat::lost`](crate::record::RecordFormat::lost) counts them.
    pub properties: Vec<(String, Vec<String>)>,
}

/// The notes of a node that has none.
static NO_NOTES: NodeNotes = NodeNotes {
    comment: String::new(),
    labels: BTreeMap::new(),
    marks: BTreeMap::new(),
    properties: Vec::new(),
};

/// Numbers of nodes, of which most nodes have one: libraries have millions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Children {
    #[default]
    None,
    One(u32),
    // A vector is three times as large as its box.
    #[expect(clippy::box_collection, reason = "the node is smaller")]
    Several(Box<Vec<u32>>),
}

impl Children {
    pub(super) fn as_slice(&self) -> &[u32] {
        match self {
            Self::None => &[],
            Self::One(only) => std::slice::from_ref(only),
            Self::Several(all) => all,
        }
    }

    pub(super) fn as_mut_slice(&mut self) -> &mut [u32] {
        match self {
            Self::None => &mut [],
            Self::One(only) => std::slice::from_mut(only),
            Self::Several(all) => all,
        }
    }

    pub(super) fn push(&mut self, child: usize) {
        // Trees have at most MAX_NODES nodes.
        let child = child as u32;
        match self {
            Self::None => *self = Self::One(child),
            Self::One(first) => *self = Self::Several(Box::new(vec![*first, child])),
            Self::Several(all) => all.push(child),
        }
    }
}

impl FromIterator<usize> for Children {
    fn from_iter<I: IntoIterator<Item = usize>>(children: I) -> Self {
        let mut all = Self::None;
        children.into_iter().for_each(|child| all.push(child));
        all
    }
}

/// A node of a game tree. Its notes are fields of [`NodeNotes`], which it borrows as: `node.marks`.
#[derive(Clone, Debug)]
pub struct TreeNode {
    pub(super) parent: u32,
    /// Nodes before it, and how many of them up to itself are moves and passes.
    pub(super) depth: u16,
    pub(super) turns: u16,
    pub(super) step: Step,
    /// Score of the move, see [`RecordedMove`](crate::record::RecordedMove).
    pub score: Option<i16>,
    /// Time of the move in milliseconds.
    pub time_ms: Option<u32>,
    pub(super) children: Children,
    pub(super) notes: Option<Box<NodeNotes>>,
}

/// Nodes are equal that say the same, also if one has room for notes.
impl PartialEq for TreeNode {
    fn eq(&self, other: &Self) -> bool {
        let own = |node: &Self| (node.parent, node.depth, node.turns, node.step, node.score, node.time_ms);
        own(self) == own(other) && self.children == other.children && **self == **other
    }
}

impl Eq for TreeNode {}

impl Deref for TreeNode {
    type Target = NodeNotes;

    fn deref(&self) -> &NodeNotes {
        self.notes.as_deref().unwrap_or(&NO_NOTES)
    }
}

impl DerefMut for TreeNode {
    fn deref_mut(&mut self) -> &mut NodeNotes {
        self.notes.get_or_insert_default()
    }
}

impl TreeNode {
    /// The node of a step; `turns` and `depth` are those of its parent.
    pub(super) fn new(step: Step, parent: usize, depth: u16, turns: u16) -> Self {
        Self {
            // Trees have at most MAX_NODES nodes.
            parent: parent as u32,
            depth: depth.saturating_add(1),
            turns: if step.is_turn() { turns.saturating_add(1) } else { turns },
            step,
            score: None,
            time_ms: None,
            children: Children::None,
            notes: None,
        }
    }

    /// The action.
    pub const fn step(&self) -> Step {
        self.step
    }

    /// The square of the move, if it is one.
    pub const fn square(&self) -> Option<Square> {
        if let Step::Move(square) = self.step { Some(square) } else { None }
    }

    /// The parent, [`ROOT`](super::ROOT) for the root.
    pub const fn parent(&self) -> usize {
        self.parent as usize
    }

    /// Number of nodes before it.
    pub const fn depth(&self) -> usize {
        self.depth as usize
    }

    /// The nodes behind it; the first is the main line.
    pub fn children(&self) -> impl DoubleEndedIterator<Item = usize> + ExactSizeIterator {
        self.children.as_slice().iter().map(|&child| child as usize)
    }

    /// The comment on the position after the step; lines end with a line feed.
    pub fn comment(&self) -> &str {
        &self.comment
    }

    /// Replaces the comment. Control characters other than line feeds and tabs, and blanks at both ends, are left out,
    /// because not every format can hold them.
    pub fn set_comment(&mut self, comment: &str) {
        let text = comment.replace("\r\n", "\n").replace('\r', "\n");
        let is_text = |c: &char| !c.is_control() || matches!(c, '\n' | '\t');
        let text: String = text.chars().filter(is_text).collect();
        let text = text.trim();
        // Most nodes have none and need no room for it.
        if text != self.comment {
            text.clone_into(&mut self.comment);
        }
    }

    /// Short texts on squares.
    pub fn labels(&self) -> &BTreeMap<Square, String> {
        &self.labels
    }

    /// Puts a text on a square instead of the one there; an empty one removes it. Control characters become blanks,
    /// and those at both ends are left out.
    pub fn set_label(&mut self, square: Square, label: &str) {
        let text = label.replace(char::is_control, " ");
        match text.trim() {
            "" if self.labels.is_empty() => None,
            "" => self.labels.remove(&square),
            text => self.labels.insert(square, text.to_owned()),
        };
    }

    /// Adds a value to the properties without a meaning.
    pub(in crate::record) fn keep(&mut self, key: &str, value: &str) {
        match self.properties.iter_mut().find(|(known, _)| known == key) {
            Some((_, values)) => values.push(value.to_owned()),
            None => self.properties.push((key.to_owned(), vec![value.to_owned()])),
        }
    }
}
