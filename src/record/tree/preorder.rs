//! Walks over trees.

use super::GameTree;
use super::node::NONE;
use crate::record::tree::ROOT;

/// The nodes of a tree with their depths in the order of a walk that goes down first. The tree itself says
/// where to go on, so that the walk takes no memory.
pub(crate) struct Preorder<'a> {
    tree: &'a GameTree,
    next: Option<(usize, usize)>,
}

impl<'a> Preorder<'a> {
    pub(crate) const fn new(tree: &'a GameTree) -> Self {
        Self { tree, next: Some((ROOT, 0)) }
    }

    /// The node behind one and all below it.
    fn behind(&self, (mut index, mut depth): (usize, usize)) -> Option<(usize, usize)> {
        while index != ROOT {
            let link = self.tree.links[index];
            let above = self.tree.links[link.parent as usize];
            if above.last_child as usize != index {
                return Some((link.next as usize, depth));
            }
            (index, depth) = (link.parent as usize, depth - 1);
        }
        None
    }
}

impl Iterator for Preorder<'_> {
    type Item = (usize, usize);

    fn next(&mut self) -> Option<(usize, usize)> {
        let here = self.next?;
        let last_child = self.tree.links[here.0].last_child;
        self.next = if last_child == NONE {
            self.behind(here)
        } else {
            Some((self.tree.links[last_child as usize].next as usize, here.1 + 1))
        };
        Some(here)
    }
}
