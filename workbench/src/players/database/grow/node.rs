//! A position of the tree.

use rustgomo::database::{Entry, Key, merged};
use rustgomo::eval::Score;

/// Whether moves that are not in the tree can be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Others {
    /// They can.
    Open,
    /// A thread searches them.
    Searched,
    /// There are none, or all lose.
    None,
}

/// A position of the tree.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) key: Key,
    /// The value for the side to move and its depth; `None` for a position without a value.
    pub(super) value: Option<(Score, u32)>,
    /// Whether the value is a result, which no search changes.
    pub(super) is_result: bool,
    /// Whether the value is of a deeper search than those of the moves: it stays until they are as deep.
    pub(super) is_kept: bool,
    /// Whether the best move is among the children.
    pub(super) has_best: bool,
    pub(super) others: Others,
    pub(super) children: Vec<usize>,
    pub(super) parents: Vec<usize>,
    /// Cost of the cheapest position to search at or below this one, in plies; infinite if there is none.
    pub(super) cost: f64,
}

impl Node {
    /// A node without relatives.
    pub(super) fn new(key: Key, entry: &Entry) -> Self {
        let known = entry.known_value();
        Self {
            key,
            value: known.map(|(value, _)| (value, u32::try_from(entry.depth).unwrap_or(0))),
            is_result: known.is_some_and(|(_, depth)| depth == u32::MAX),
            is_kept: false,
            has_best: false,
            others: Others::Open,
            children: Vec::new(),
            parents: Vec::new(),
            cost: 0.0,
        }
    }

    pub(super) fn set(&mut self, value: Score, depth: u32) {
        self.value = Some((value, depth));
        self.is_result = value.is_decided();
    }

    /// Writes the value into an entry; comment, texts and a label that is no result stay.
    pub(super) fn write(&self, entry: &mut Entry) {
        let Some((value, depth)) = self.value else { return };
        let label = Entry { label: entry.label, ..Entry::default() };
        let Entry { label, value, depth, bound, .. } = merged(&Entry::searched(value, depth), &label);
        (entry.label, entry.value, entry.depth, entry.bound) = (label, value, depth, bound);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustgomo::board::Board;
    use rustgomo::database::{Bound, Label};
    use rustgomo::geometry::BoardSize;
    use rustgomo::rules::Rule;

    #[test]
    fn a_label_alone_is_no_value_and_a_result_without_a_distance_gets_none() {
        let key = Key::of(&Board::new(BoardSize::default()), Rule::Freestyle);
        for label in [Label::FORCED, Label::BLOCKED, Label::from_code(65)] {
            let entry = Entry { label, ..Entry::default() };
            let node = Node::new(key.clone(), &entry);
            assert_eq!((node.value, node.is_result), (None, false));
            let mut written = entry.clone();
            node.write(&mut written);
            assert_eq!(written, entry);
        }
        let mut won = Entry { label: Label::WIN, ..Entry::default() };
        let node = Node::new(key, &won);
        assert!(node.is_result);
        node.write(&mut won);
        assert_eq!((won.label, won.bound, won.value), (Label::WIN, Bound::None, Score::ZERO));
    }

    #[test]
    fn a_label_that_a_person_gave_stays_beside_a_result() {
        let key = Key::of(&Board::new(BoardSize::default()), Rule::Freestyle);
        let [mine, forced] = [Label::from_code(65), Label::FORCED];
        for (label, score, expected) in [
            (mine, Score::win_in(3), mine),
            (mine, Score::eval(20), mine),
            (forced, Score::eval(20), forced),
            (forced, Score::win_in(3), Label::LOSS),
        ] {
            let mut entry = Entry { label, ..Entry::default() };
            let mut node = Node::new(key.clone(), &entry);
            node.set(score, 4);
            node.write(&mut entry);
            assert_eq!((entry.label, entry.value, entry.depth), (expected, score, 4));
        }
    }
}
