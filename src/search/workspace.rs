//! What the main thread keeps from search to search.

use std::sync::Arc;

use super::root_node_counts::RootNodeCounts;
use crate::board::Board;
use crate::eval::network::Model;
use crate::eval::{Evaluator, MAX_PLY, Score};
use crate::geometry::Square;
use crate::position::Position;
use crate::rules::Rule;

/// Per-ply search stack entry.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    /// Static evaluation; `None` where a five must be stopped.
    pub(super) eval: Option<Score>,
    /// Whether the position is or, according to the table, was on a principal variation.
    pub(super) tt_pv: bool,
    pub(super) pv: Vec<Square>,
}

impl Frame {
    /// Empties the frame, keeping its memory.
    pub(super) fn reset(&mut self) {
        let mut pv = std::mem::take(&mut self.pv);
        pv.clear();
        *self = Self { pv, ..Self::default() };
    }
}

/// The root of a search and memory for it. The next search mostly has a root a move or two later, and to
/// compute all of this anew would take a tenth of the time of a search of a hundred nodes.
#[derive(Clone, Debug)]
pub(super) struct Workspace {
    pub(super) position: Position,
    pub(super) evaluator: Evaluator,
    pub(super) stack: Vec<Frame>,
    /// Node counts of the root moves.
    pub(super) root_nodes: RootNodeCounts,
}

impl Workspace {
    /// The workspace for a root.
    pub(super) fn new(board: &Board, rule: Rule, model: Option<Arc<Model>>) -> Self {
        let position = Position::new(board, rule);
        let evaluator = Evaluator::new(model, &position);
        let stack = vec![Frame::default(); MAX_PLY + 1];
        Self { position, evaluator, stack, root_nodes: RootNodeCounts::new() }
    }

    /// This workspace for a later root of the same game, as if it were new; `None` if the root was not
    /// reached by moves from the position that this one was [made](Self::new) for.
    pub(super) fn following(mut self, board: &Board, rule: Rule) -> Option<Self> {
        if self.position.rule() != rule {
            return None;
        }
        let (old, new) = (self.position.board().history(), board.history());
        let common = old.iter().zip(new).take_while(|(old, new)| old == new).count();
        for _ in common..old.len() {
            self.position.undo();
        }
        // Fewer moves can be undone than the game has.
        if self.position.board().history().len() != common {
            return None;
        }
        for &played in &new[common..] {
            match played {
                Some(square) if self.position.board().is_empty(square) => self.position.play(square),
                Some(_) => return None,
                None => self.position.pass(),
            }
        }
        if self.position.board() != board {
            return None;
        }
        self.stack.iter_mut().for_each(Frame::reset);
        self.root_nodes.clear();
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Networks;
    use crate::geometry::BoardSize;

    #[test]
    fn a_workspace_follows_the_game_and_no_other() {
        let size = BoardSize::new(15, 15).unwrap();
        let board = |squares: &[(i64, i64)]| {
            let squares = squares.iter().map(|&(x, y)| size.square(x, y).unwrap());
            Board::with_moves(size, squares).unwrap()
        };
        let (rule, model) = (Rule::Freestyle, Networks::embedded().get(Rule::Freestyle).unwrap());
        let start = board(&[(7, 7), (8, 8)]);
        let workspace = Workspace::new(&start, rule, model.clone());
        for moves in
            [&[(7, 7), (8, 8), (6, 8), (8, 6), (9, 7)][..], &[(7, 7), (8, 8), (6, 7)], &[(7, 7), (8, 8)]]
        {
            let next = board(moves);
            let mut workspace =
                workspace.clone().following(&board(&[(7, 7), (8, 8), (6, 8), (9, 9)]), rule).unwrap();
            workspace.evaluator.evaluate(&workspace.position);
            let mut followed = workspace.following(&next, rule).unwrap();
            let mut fresh = Workspace::new(&next, rule, model.clone());
            assert!(followed.position == fresh.position && followed.position.board() == &next);
            let evaluate = |workspace: &mut Workspace| workspace.evaluator.evaluate(&workspace.position);
            assert_eq!(evaluate(&mut followed), evaluate(&mut fresh));
        }
        for moves in [&[(7, 7)][..], &[(8, 8), (7, 7), (6, 8)], &[]] {
            assert!(workspace.clone().following(&board(moves), rule).is_none(), "{moves:?}");
        }
        assert!(workspace.clone().following(&start, Rule::Renju).is_none());
        let larger = Board::new(BoardSize::new(16, 16).unwrap());
        let empty = Workspace::new(&Board::new(size), rule, model);
        assert!(empty.following(&larger, rule).is_none());
    }
}
