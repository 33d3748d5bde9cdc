//! The moves of a node, one after the other.

use arrayvec::ArrayVec;

use super::forced_state::ForcedState;
use super::kind::{Node, NodeKind};
use super::moves::{ListedMove, MovePicker, is_tactical, makes_four};
use crate::eval::Score;
use crate::geometry::{Bitboard, MAX_AREA, Square};
use crate::search::depth::PLY;
use crate::search::table::TableEntry;
use crate::search::worker::Worker;

/// What the loop knows of its node besides the node itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeContext {
    /// Whether nothing was forced.
    is_free: bool,
    /// Whether there are late moves, to be left out or searched less deeply.
    has_late_moves: bool,
    /// Whether the evaluation is better than two plies before.
    is_improving: bool,
}

impl NodeContext {
    /// Below the root a five must be stopped by one of few moves; those that stop an open four can be late.
    fn below_root(forced: ForcedState, is_improving: bool) -> Self {
        Self {
            is_free: forced == ForcedState::Free,
            has_late_moves: !matches!(forced, ForcedState::MustStopFive(_)),
            is_improving,
        }
    }

    /// At the root a move is late only where nothing is forced, and counts as an improvement: there is nothing two plies before.
    pub(crate) fn at_root(forced: ForcedState) -> Self {
        let is_free = forced == ForcedState::Free;
        Self { is_free, has_late_moves: is_free, is_improving: true }
    }
}

impl Worker<'_> {
    pub(super) fn search_moves(
        &mut self,
        node: &Node,
        forced: ForcedState,
        entry: Option<TableEntry>,
    ) -> Score {
        let context = NodeContext::below_root(forced, self.is_improving(node.ply));
        let squares = self.candidates(forced, node.ply);
        let mut moves = MovePicker::new(self, squares, entry.and_then(|e| e.best), node.depth);
        let limit = self.shared.tuning.move_count_limit(node.depth / PLY, context.is_improving);
        let mut rest = *node;
        let mut best_score = Score::loss_in(node.ply);
        let mut best = None;
        let mut tried: ArrayVec<Square, MAX_AREA> = ArrayVec::new();
        let mut lmp_done = !context.has_late_moves || node.is_pv();
        loop {
            if !lmp_done && tried.len() >= limit && best_score > -Score::MAX_EVAL {
                // Late moves are left out, unless everything before them loses.
                moves.keep_rest(self, |square| self.is_never_late(square, context));
                lmp_done = true;
            }
            let Some(listed) = moves.next(self) else { break };
            let square = listed.square;
            tried.push(square);
            let score = self.search_move(&rest, listed, tried.len(), context);
            if self.is_stopped() {
                return Score::ZERO;
            }
            if score > best_score || best.is_none() {
                best_score = score;
                best = Some(square);
                if score > rest.alpha {
                    rest.alpha = score;
                    self.update_pv(node, square);
                }
                if score >= node.beta {
                    if context.is_free {
                        // What was forced says nothing about the move in other positions.
                        self.learn_from_cutoff(node.depth / PLY, square, &tried);
                    }
                    break;
                }
            }
        }
        if best.is_none() {
            return self.score_if_all_is_forbidden(node);
        }
        if !self.is_above_block(node.ply) {
            self.store_result(node, node.alpha, best, best_score);
        }
        best_score
    }

    /// Whether a move is tried however late it comes: if nothing is forced, tactical moves; if an open four must be stopped, those
    /// that stop it. Fours that only put it off are many on a crowded board, and each adds two plies.
    fn is_never_late(&self, square: Square, context: NodeContext) -> bool {
        if context.is_free {
            is_tactical(&self.position, square)
        } else {
            !makes_four(&self.position, square)
        }
    }

    /// The score where no candidate is legal: a loss if there is no other square either.
    fn score_if_all_is_forbidden(&mut self, node: &Node) -> Score {
        let mut empty = self.position.board().empty().iter();
        if empty.any(|square| self.position.is_legal(square)) {
            self.evaluate()
        } else {
            Score::loss_in(node.ply + 1)
        }
    }

    /// The legal ones among these squares in the order in which they are to be tried at the root, the table's move first.
    pub(crate) fn sorted_moves(&self, squares: Bitboard) -> Vec<Square> {
        let known = self.probe().and_then(|entry| entry.best);
        let mut moves = MovePicker::new(self, squares, known, i32::MAX);
        std::iter::from_fn(|| moves.next(self)).map(|listed| listed.square).collect()
    }

    /// The squares worth trying.
    fn candidates(&self, forced: ForcedState, ply: usize) -> Bitboard {
        let squares = match forced {
            ForcedState::MustStopFive(replies) | ForcedState::MustStopOpenFour(replies) => replies,
            ForcedState::Free | ForcedState::Settled(_) => {
                let near = self.position.candidates();
                if near.is_empty() { *self.position.board().empty() } else { near }
            }
        };
        if self.is_above_block(ply) { squares & !self.blocked_squares(ply) } else { squares }
    }

    /// Plays one move and searches what follows; `number` counts moves from 1.
    pub(crate) fn search_move(
        &mut self,
        node: &Node,
        listed: ListedMove,
        number: usize,
        context: NodeContext,
    ) -> Score {
        let alpha = node.alpha;
        let depth = node.depth - PLY;
        let reduced = if context.has_late_moves && number > 1 && depth > PLY {
            (depth - self.reduction(node, listed, number, context).max(0)).max(PLY)
        } else {
            depth
        };
        let table = self.shared.table;
        self.position.play_with(listed.square, |hash| table.prefetch(hash));
        let score = if number == 1 {
            -self.pvs(node.child(alpha, depth))
        } else {
            let mut score = -self.pvs(node.scout(alpha, reduced));
            if score > alpha && reduced < depth {
                score = -self.pvs(node.scout(alpha, depth));
            }
            if score > alpha && score < node.beta && node.is_pv() {
                score = -self.pvs(node.child(alpha, depth));
            }
            score
        };
        self.position.undo();
        score
    }

    /// Depth to take off a late move.
    fn reduction(&self, node: &Node, listed: ListedMove, number: usize, context: NodeContext) -> i32 {
        let tuning = self.shared.tuning;
        let parameters = &tuning.parameters;
        let history = self.tables.history.get(self.position.side_to_move(), listed.square);
        let mut depth =
            tuning.reduction(node.depth / PLY, number) - PLY * history / parameters.reduction_history;
        depth += (PLY * listed.gap / parameters.reduction_gap).min(parameters.reduction_gap_most);
        if node.kind == NodeKind::Cut {
            depth += parameters.reduction_cut;
        }
        if node.is_pv() {
            depth -= parameters.reduction_pv;
        }
        if self.stack[node.ply].tt_pv {
            depth -= parameters.reduction_was_pv;
        }
        if !context.is_improving {
            depth += parameters.reduction_worsening;
        }
        if is_tactical(&self.position, listed.square) {
            depth -= parameters.reduction_tactical;
        }
        depth
    }
}
