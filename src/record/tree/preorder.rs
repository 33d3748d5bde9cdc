//! Walks over trees.

use std::iter;

use super::node::NONE;
use super::{GameTree, ROOT};

impl GameTree {
    /// The nodes with their depths in the order of a walk that goes down first. The tree itself says where to
    /// go on, so that the walk takes no memory.
    pub(in crate::record) fn walk(&self) -> impl Iterator<Item = (usize, usize)> {
        iter::successors(Some((ROOT, 0)), move |&(index, depth)| match self.links[index].last_child {
            NONE => self.behind(index, depth),
            last => Some((self.links[last as usize].next as usize, depth + 1)),
        })
    }

    /// The node behind one and all below it.
    fn behind(&self, mut index: usize, mut depth: usize) -> Option<(usize, usize)> {
        while index != ROOT {
            let link = self.links[index];
            let above = self.links[link.parent as usize];
            if above.last_child as usize != index {
                return Some((link.next as usize, depth));
            }
            (index, depth) = (link.parent as usize, depth - 1);
        }
        None
    }
}
