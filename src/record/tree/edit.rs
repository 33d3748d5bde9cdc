//! Changes of trees.

use super::node::{Link, NONE};
use super::{GameTree, ROOT, Step, TreeError};

impl GameTree {
    /// The child with this step, added as the last one if there is none.
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub fn play(&mut self, parent: usize, step: Step) -> Result<usize, TreeError> {
        let known = self.node(parent).children().find(|&child| self.node(child).step() == step);
        if let Some(child) = known { Ok(child) } else { self.add(parent, step) }
    }

    /// Removes a node with everything behind it and numbers the others anew; the root stays.
    pub fn delete(&mut self, node: usize) {
        if node == ROOT {
            return;
        }
        self.unlink(node);
        let order: Vec<usize> = self.preorder().collect();
        let mut numbers = vec![NONE; self.len()];
        for (&index, number) in order.iter().zip(0..) {
            numbers[index] = number;
        }
        let numbered = |&index: &usize| {
            let Link { parent, last_child, next, step, turns } = self.links[index];
            let [parent, last_child, next] = [parent, last_child, next].map(|old| numbers[old as usize]);
            Link { parent, last_child, next, step, turns }
        };
        self.links = order.iter().map(numbered).collect();
        let number = |old: u32| {
            let number = numbers[old as usize];
            (number != NONE || old as usize == ROOT).then_some(number)
        };
        let notes = std::mem::take(&mut self.notes).into_iter();
        self.notes = notes.filter_map(|(node, notes)| Some((number(node)?, notes))).collect();
        let marks = std::mem::take(&mut self.marks).into_iter();
        self.marks = marks.filter_map(|((node, at), mark)| Some(((number(node)?, at), mark))).collect();
        let labels = std::mem::take(&mut self.labels).into_iter();
        self.labels = labels.filter_map(|((node, at), label)| Some(((number(node)?, at), label))).collect();
    }

    /// Puts the variation of a node before its siblings: the node itself, or the nearest one above it that is
    /// not the first child. Repeated, it makes the node part of the main line.
    pub fn promote(&mut self, node: usize) {
        let is_first =
            |tree: &Self, node: usize| tree.node(tree.node(node).parent()).children().next() == Some(node);
        let mut here = node;
        while here != ROOT && is_first(self, here) {
            here = self.node(here).parent();
        }
        if here != ROOT {
            self.unlink(here);
            let last = self.links[self.node(here).parent()].last_child as usize;
            self.links[here].next = std::mem::replace(&mut self.links[last].next, here as u32);
        }
    }

    /// Takes a node, which is not the root, out of the children of its parent.
    fn unlink(&mut self, node: usize) {
        let parent = self.node(node).parent();
        let before = self.node(parent).children().find(|&child| self.links[child].next as usize == node);
        let before = before.unwrap_or(node);
        self.links[before].next = self.links[node].next;
        if self.links[parent].last_child as usize == node {
            self.links[parent].last_child = if before == node { NONE } else { before as u32 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{BoardSize, Square};
    use crate::record::{GameRecord, sgf};
    use crate::rules::Rule;

    fn tree(text: &str) -> GameTree {
        sgf::read_trees(&format!("(;GM[4]SZ[15]RU[renju]{text})"), Rule::Renju).unwrap().remove(0)
    }

    fn written(tree: &GameTree) -> String {
        let text = sgf::write_tree(tree).replace('\n', "");
        text.split_once("]KE[un").unwrap().1.split_once(']').unwrap().1.strip_suffix(')').unwrap().to_owned()
    }

    #[test]
    fn an_existing_move_is_followed_and_a_new_one_added_behind() {
        let mut tree = GameTree::new(GameRecord::new(BoardSize::default(), Rule::Renju)).unwrap();
        let center = Step::Move(Square::at(7, 7));
        let first = tree.play(ROOT, center).unwrap();
        assert_eq!(tree.play(ROOT, center), Ok(first));
        assert_eq!(tree.play(first, center), Err(TreeError::Occupied));
        assert_eq!(tree.play(first, Step::Move(Square::at(7, 15))), Err(TreeError::Outside(tree.about.size)));
        let second = tree.play(first, Step::Move(Square::at(7, 6))).unwrap();
        assert_eq!((tree.len(), tree.main_line().moves.len(), tree.node(second).parent()), (3, 2, first));
        let mut last = second;
        for _ in 2..super::super::MAX_DEPTH {
            last = tree.play(last, Step::Pass).unwrap();
        }
        assert_eq!(tree.play(last, Step::Pass), Err(TreeError::Deep));
    }

    #[test]
    fn branches_are_deleted_and_promoted() {
        let mut tree = tree(";B[hh](;W[hg];B[aa])(;W[ig](;B[bb])(;B[cc]))");
        let last = tree.preorder().nth(6).unwrap();
        tree.promote(last);
        assert_eq!(written(&tree), ";B[hh](;W[hg];B[aa])(;W[ig](;B[cc])(;B[bb]))");
        tree.promote(last);
        assert_eq!(written(&tree), ";B[hh](;W[ig](;B[cc])(;B[bb]))(;W[hg];B[aa])");
        tree.promote(last);
        assert_eq!(tree.main_line().moves.len(), 3);
        let second = tree.preorder().nth(2).unwrap();
        tree.delete(second);
        assert_eq!((written(&tree).as_str(), tree.len()), (";B[hh];W[hg];B[aa]", 4));
        tree.delete(ROOT);
        assert_eq!(tree.len(), 4);
    }
}
