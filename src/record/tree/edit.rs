//! Changes of trees.

use super::{GameTree, ROOT, Step, TreeError, TreeNode};
use crate::record::GameRecord;

impl GameTree {
    /// The child with this step, added as the last one if there is none.
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub fn play(&mut self, parent: usize, step: Step) -> Result<usize, TreeError> {
        let known = self.nodes[parent].children.iter().find(|&&child| self.nodes[child].step == step);
        if let Some(&child) = known { Ok(child) } else { self.add(parent, step) }
    }

    /// Removes a node with everything behind it and numbers the others anew; the root stays.
    pub fn delete(&mut self, node: usize) {
        let above = self.nodes[node].parent;
        self.nodes[above].children.retain(|&child| child != node);
        let order = self.preorder();
        let mut numbers = vec![ROOT; self.nodes.len()];
        for (number, &index) in order.iter().enumerate() {
            numbers[index] = number;
        }
        let kept = order.iter().map(|&index| {
            let node = &self.nodes[index];
            let children = node.children.iter().map(|&child| numbers[child]).collect();
            TreeNode { parent: numbers[node.parent], children, ..node.clone() }
        });
        self.nodes = kept.collect();
    }

    /// Puts the variation of a node before its siblings: the node itself, or the nearest one above it that is not the
    /// first child. Repeated, it makes the node part of the main line.
    pub fn promote(&mut self, node: usize) {
        let mut here = node;
        while here != ROOT {
            let above = self.nodes[here].parent;
            let siblings = &mut self.nodes[above].children;
            if let Some(place) = siblings.iter().position(|&child| child == here).filter(|&place| place > 0) {
                siblings[..=place].rotate_right(1);
                return;
            }
            here = above;
        }
    }

    /// Adds the nodes of another tree. What both have of a position is kept: comments one after the other, of marks,
    /// labels, scores and times those of this tree. Names, result and the like are kept if both games have the same. Returns how many
    /// marks, labels, scores, times and properties were left out because this tree has others there; names and the like count as one.
    ///
    /// # Errors
    /// [`TreeError::Start`] for a tree of another board, rule or set-up, and [`TreeError::Large`]; the nodes before that
    /// one have been added.
    pub fn merge(&mut self, other: &Self) -> Result<usize, TreeError> {
        let GameRecord { size, rule, setup, .. } = &other.about;
        let start = GameRecord { setup: setup.clone(), ..GameRecord::new(*size, *rule) };
        let ours = &self.about;
        if (ours.size, ours.rule, &ours.setup) != (*size, *rule, setup) {
            let found = format!("{} and {}", ours.start_text(), start.start_text());
            return Err(TreeError::Start(found));
        }
        let differs = self.about != other.about;
        if differs {
            self.about = start;
        }
        Ok(self.take_in(other)? + usize::from(differs))
    }

    /// [`merge`](Self::merge) for games that need only have the same squares.
    pub(in crate::record) fn take_in(&mut self, other: &Self) -> Result<usize, TreeError> {
        let mut places = vec![ROOT; other.nodes.len()];
        let mut left_out = 0;
        for index in other.preorder() {
            let node = &other.nodes[index];
            if index != ROOT {
                places[index] = self.play(places[node.parent], node.step)?;
            }
            left_out += self.nodes[places[index]].take_in(node);
        }
        Ok(left_out)
    }
}

impl GameRecord {
    /// Rule, board and set-up in words.
    fn start_text(&self) -> String {
        let Self { rule, size, setup, .. } = self;
        let start = if setup.is_default() { "the empty board".to_owned() } else { setup.to_string() };
        format!("{rule} on {size} from {start}")
    }
}

impl TreeNode {
    /// Adds what the other node has of the position, and returns how much of it is left out because something else stands there.
    fn take_in(&mut self, other: &Self) -> usize {
        let in_lines = |text: &str| format!("\n{text}\n");
        let is_known = in_lines(self.comment()).contains(&in_lines(other.comment()));
        if !other.comment().is_empty() && !is_known {
            let both = format!("{}\n{}", self.comment(), other.comment());
            self.set_comment(&both);
        }
        let mut left_out = 0;
        for (&square, &mark) in &other.marks {
            left_out += usize::from(*self.marks.entry(square).or_insert(mark) != mark);
        }
        for (&square, label) in other.labels() {
            match self.labels().get(&square) {
                Some(known) => left_out += usize::from(known != label),
                None => self.set_label(square, label),
            }
        }
        left_out += usize::from(other.score.is_some_and(|score| *self.score.get_or_insert(score) != score));
        left_out += usize::from(other.time_ms.is_some_and(|time| *self.time_ms.get_or_insert(time) != time));
        for (key, values) in &other.properties {
            match self.properties.iter().find(|(known, _)| known == key) {
                Some((_, known)) => left_out += usize::from(known != values),
                None => self.properties.push((key.clone(), values.clone())),
            }
        }
        left_out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{BoardSize, Square};
    use crate::record::{GameResult, sgf};
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

    #[test]
    fn merged_trees_have_all_branches_and_both_comments() {
        let mut ours = tree("PB[a]RE[B+]C[one];B[hh]C[same]TR[hh](;W[hg])");
        let left_out = ours.merge(&tree("C[two];B[hh]C[same]SQ[hh]LB[aa:A](;W[ig])(;W[hg];B[ab])")).unwrap();
        assert_eq!(written(&ours), "C[onetwo];B[hh]C[same]TR[hh]LB[aa:A](;W[hg];B[ab])(;W[ig])");
        assert_eq!((ours.about.names.0[0].as_str(), ours.about.result), ("", GameResult::Unfinished));
        assert_eq!(left_out, 2, "a mark, and name and result");
        let mut ours = tree(";B[hh]V[1]MS[5]LB[aa:A]XY[1]");
        assert_eq!(ours.merge(&tree(";B[hh]V[2]MS[6]LB[aa:B][bb:C]XY[2]KO[]")).unwrap(), 4);
        assert_eq!(ours.merge(&ours.clone()).unwrap(), 0);
        let error = ours.merge(&tree("AB[aa]PL[W]")).unwrap_err().to_string();
        let expected =
            "expected games of one rule from one position, found renju on 15x15 from the empty board and";
        assert_eq!(error, format!("{expected} renju on 15x15 from 1 stone set up and white to move"));
    }
}
