//! Marks and labels on squares.
//!
//! They stand in maps of the whole tree by node and square, since a library may have one for every two bytes
//! of its file.

use std::collections::BTreeMap;

use super::{GameTree, TreeNode};
use crate::geometry::{SQUARE_SPAN, Square};

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

/// Something on squares of nodes.
pub(super) type Signs<T> = BTreeMap<(u32, Square), T>;

/// What stands on the squares of a node, by square.
fn of_node<T>(signs: &Signs<T>, node: usize) -> impl Iterator<Item = (Square, &T)> {
    let [first, last] = [0, SQUARE_SPAN - 1].map(|index| (node as u32, Square::from_index(index)));
    signs.range(first..=last).map(|(&(_, square), sign)| (square, sign))
}

impl<'a> TreeNode<'a> {
    /// Signs on squares.
    pub fn marks(self) -> impl Iterator<Item = (Square, Mark)> + use<'a> {
        of_node(&self.tree.marks, self.index).map(|(square, &mark)| (square, mark))
    }

    /// The sign on a square.
    pub fn mark(self, square: Square) -> Option<Mark> {
        self.tree.marks.get(&(self.index as u32, square)).copied()
    }

    /// Short texts on squares.
    pub fn labels(self) -> impl Iterator<Item = (Square, &'a str)> + use<'a> {
        of_node(&self.tree.labels, self.index).map(|(square, label)| (square, label.as_ref()))
    }

    /// The text on a square.
    pub fn label(self, square: Square) -> Option<&'a str> {
        self.tree.labels.get(&(self.index as u32, square)).map(AsRef::as_ref)
    }
}

impl GameTree {
    /// Puts a sign on a square in a node instead of the one there, or removes it.
    pub fn set_mark(&mut self, node: usize, square: Square, mark: Option<Mark>) {
        let place = (self.node(node).index as u32, square);
        match mark {
            Some(mark) => self.marks.insert(place, mark),
            None => self.marks.remove(&place),
        };
    }

    /// Puts a text on a square in a node instead of the one there; an empty one removes it. Control
    /// characters become blanks, and those at both ends are left out.
    pub fn set_label(&mut self, node: usize, square: Square, label: &str) {
        let place = (self.node(node).index as u32, square);
        let text = label.replace(char::is_control, " ");
        match text.trim() {
            "" => self.labels.remove(&place),
            text => self.labels.insert(place, text.into()),
        };
    }
}
