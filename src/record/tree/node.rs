//! Nodes of game trees.

use std::collections::BTreeMap;

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

/// A node of a game tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeNode {
    pub(super) parent: usize,
    pub(super) children: Vec<usize>,
    /// Nodes before it, and how many of them up to itself are moves and passes.
    pub(super) depth: usize,
    pub(super) turns: usize,
    pub(super) step: Step,
    pub(super) comment: String,
    pub(super) labels: BTreeMap<Square, String>,
    /// Signs on squares.
    pub marks: BTreeMap<Square, Mark>,
    /// Score of the move, see [`RecordedMove`](crate::record::RecordedMove).
    pub score: Option<i16>,
    /// Time of the move in milliseconds.
    pub time_ms: Option<u32>,
    /// Properties of SGF without a meaning here, with their values. Those of other programs are written again; known ones
    /// in a wrong form or place are not, and [`RecordFormat::lost`](crate::record::RecordFormat::lost) counts them.
    pub properties: Vec<(String, Vec<String>)>,
}

impl TreeNode {
    /// The node of a step; `turns` and `depth` are those of its parent.
    pub(super) const fn new(step: Step, parent: usize, depth: usize, turns: usize) -> Self {
        Self {
            parent,
            children: Vec::new(),
            depth: depth + 1,
            turns: if step.is_turn() { turns + 1 } else { turns },
            step,
            comment: String::new(),
            labels: BTreeMap::new(),
            marks: BTreeMap::new(),
            score: None,
            time_ms: None,
            properties: Vec::new(),
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
        self.parent
    }

    /// Number of nodes before it.
    pub const fn depth(&self) -> usize {
        self.depth
    }

    /// The nodes behind it; the first is the main line.
    pub fn children(&self) -> &[usize] {
        &self.children
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
        text.chars().filter(is_text).collect::<String>().trim().clone_into(&mut self.comment);
    }

    /// Short texts on squares.
    pub const fn labels(&self) -> &BTreeMap<Square, String> {
        &self.labels
    }

    /// Puts a text on a square instead of the one there; an empty one removes it. Control characters become blanks,
    /// and those at both ends are left out.
    pub fn set_label(&mut self, square: Square, label: &str) {
        let text = label.replace(char::is_control, " ");
        match text.trim() {
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
