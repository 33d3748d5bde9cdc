//! Changes of trees.

use super::{GameTree, ROOT, Step, TreeError, TreeNode};

impl GameTree {
    /// The child with this step, added as the last one if there is none.
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub fn play(&mut self, parent: usize, step: Step) -> Result<usize, TreeError> {
        let known = self.nodes[parent].children().find(|&child| self.nodes[child].step == step);
        if let Some(child) = known { Ok(child) } else { self.add(parent, step) }
    }

    /// Removes a node with everything behind it and numbers the others anew; the root stays.
    pub fn delete(&mut self, node: usize) {
        let above = self.nodes[node].parent();
        self.nodes[above].children = self.nodes[above].children().filter(|&child| child != node).collect();
        let order = self.preorder();
        let mut numbers = vec![ROOT; self.nodes.len()];
        for (number, &index) in order.iter().enumerate() {
            numbers[index] = number;
        }
        let kept = order.iter().map(|&index| {
            let node = &self.nodes[index];
            let children = node.children().map(|child| numbers[child]).collect();
            TreeNode { parent: numbers[node.parent()] as u32, children, ..node.clone() }
        });
        self.nodes = kept.collect();
    }

    /// Puts the variation of a node before its siblings: the node itself, or the nearest one above it that is not the
    /// first child. Repeated, it makes the node part of the main line.
    pub fn promote(&mut self, node: usize) {
        let mut here = node;
        while here != ROOT {
            let above = self.nodes[here].parent();
            let siblings = self.nodes[above].children.as_mut_slice();
            let place = siblings.iter().position(|&child| child as usize == here);
            if let Some(place) = place.filter(|&place| place > 0) {
                siblings[..=place].rotate_right(1);
                return;
            }
            here = above;
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
        let last = tree.preorder()[6];
        tree.promote(last);
        assert_eq!(written(&tree), ";B[hh](;W[hg];B[aa])(;W[ig](;B[cc])(;B[bb]))");
        tree.promote(last);
        assert_eq!(written(&tree), ";B[hh](;W[ig](;B[cc])(;B[bb]))(;W[hg];B[aa])");
        tree.promote(last);
        assert_eq!(tree.main_line().moves.len(), 3);
        tree.delete(tree.preorder()[2]);
        assert_eq!((written(&tree).as_str(), tree.len()), (";B[hh];W[hg];B[aa]", 4));
        tree.delete(ROOT);
        assert_eq!(tree.len(), 4);
    }
}
