//! The move loop: late-move pruning and reductions, PVS re-searches.

use arrayvec::ArrayVec;

use super::forced_state::ForcedState;
use super::kind::{Node, NodeKind};
use super::moves::{ListedMove, MovePicker};
use crate::eval::Score;
use crate::geometry::{Bitboard, MAX_AREA, Square};
use crate::search::depth::Depth;
use crate::search::table::{Bound, TableEntry};
use crate::search::worker::Worker;

/// Per cent of the moves kept at an evaluation far below alpha and far above.
const LEAST_KEPT: i32 = 50;
const MOST_KEPT: i32 = 150;
/// Largest change of a reduction for the evaluation, hundredths of a ply.
const MAX_BY_EVAL: i32 = 100;

/// Properties of the node that pruning and reductions depend on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeContext {
    /// Whether no reply is forced.
    is_free: bool,
    /// Whether late moves are pruned and reduced.
    reduces_late_moves: bool,
    /// Whether the static evaluation has risen since two plies ago.
    is_improving: bool,
}

impl NodeContext {
    /// Below the root: replies to an open four are pruned and reduced like others, the few replies to a five
    /// are not.
    fn below_root(forced: ForcedState, is_improving: bool) -> Self {
        Self {
            is_free: forced == ForcedState::Free,
            reduces_late_moves: !matches!(forced, ForcedState::MustStopFive(_)),
            is_improving,
        }
    }

    /// At the root: no reductions of forced replies; counts as improving, since there is no evaluation two
    /// plies ago.
    pub(crate) fn at_root(forced: ForcedState) -> Self {
        let is_free = forced == ForcedState::Free;
        Self { is_free, reduces_late_moves: is_free, is_improving: true }
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
        // 14. Enhanced transposition cut-off, or else a first move (in games +24 ± 31 Elo at 32,000 nodes).
        let known = self.known_refutation(node, squares);
        if let Some(known) = known
            && known.cuts_off
        {
            self.tt_store(node, Some(known.square), known.score, Bound::Lower);
            return known.score;
        }
        let first = entry.and_then(|e| e.best).or(known.map(|known| known.square));
        // 15. Move ordering: the table's move, then by policy (worth 25) or patterns, and history (worth 5).
        // Near the leaves the policy costs more than it saves; forced replies are ordered, and so reduced,
        // better by patterns.
        let policy_depth = Depth::plies(self.shared.tuning.parameters.policy_depth);
        let by_policy = context.is_free && node.depth >= policy_depth;
        let mut moves = MovePicker::new(self, squares, first, by_policy);
        let limit =
            if context.reduces_late_moves { self.move_count_limit(node, context) } else { usize::MAX };
        let mut window = *node;
        let mut best_score = Score::loss_in(node.ply);
        let mut best = None;
        let mut searched: ArrayVec<Square, MAX_AREA> = ArrayVec::new();
        let mut is_pruned = false;
        loop {
            if !is_pruned && searched.len() >= limit && best_score > -Score::MAX_EVAL {
                // 16. Late-move pruning (worth 13), at PV nodes, too, unless all moves so far lose.
                if context.is_free {
                    break;
                }
                // Against an open four the moves that stop it remain; late are the fours that delay it, many
                // on a crowded board, each of which adds two plies.
                let own = self.position.side_to_move();
                moves.retain_rest(self, |worker, square| !worker.position.pattern4(square, own).makes_four());
                is_pruned = true;
            }
            let Some(listed) = moves.next(self) else { break };
            let square = listed.square;
            searched.push(square);
            let score = self.search_move(&window, listed, searched.len(), context);
            if self.is_stopped() {
                return Score::ZERO;
            }
            if score > best_score || best.is_none() {
                best_score = score;
                best = Some(square);
                if score > window.alpha {
                    window = node.with_raised_alpha(score);
                    self.update_pv(node, square);
                }
                if score >= node.beta {
                    if context.is_free {
                        // 19. History. A forced reply says nothing about the same move elsewhere.
                        self.update_history(node.depth.whole_plies(), square, &searched);
                    }
                    break;
                }
            }
        }
        if best.is_none() {
            return self.score_without_legal_candidates(node);
        }
        // 20. Transposition table.
        self.store_result(node, node.alpha, best, best_score);
        best_score
    }

    /// The score of a node without a legal candidate: a loss if no other square is legal either, else the
    /// evaluation.
    fn score_without_legal_candidates(&mut self, node: &Node) -> Score {
        let mut empty = self.position.board().empty().iter();
        if empty.any(|square| self.position.is_legal(square)) {
            self.evaluator.evaluate(&self.position)
        } else {
            Score::loss_in(node.ply + 1)
        }
    }

    /// The legal moves among these squares, sorted for the root: the table's move first.
    pub(crate) fn sorted_moves(&mut self, squares: Bitboard) -> Vec<Square> {
        let table_move = self.probe().and_then(|entry| entry.best);
        // 15. Move ordering: the table's move, then by policy (worth 25) or patterns, and history (worth 5).
        let mut moves = MovePicker::new(self, squares, table_move, true);
        std::iter::from_fn(|| moves.next(self)).map(|listed| listed.square).collect()
    }

    /// The moves to search: the forced replies, or squares near stones.
    fn candidates(&self, forced: ForcedState, ply: usize) -> Bitboard {
        let squares = match forced {
            ForcedState::MustStopFive(replies) | ForcedState::MustStopOpenFour(replies) => replies,
            ForcedState::Free | ForcedState::Settled(_) => {
                let candidates = self.position.candidates();
                if candidates.is_empty() { *self.position.board().empty() } else { candidates }
            }
        };
        squares & !self.blocked_squares(ply)
    }

    /// Plays and searches one move, with late-move reduction and re-searches; `move_count` counts moves from
    /// 1.
    pub(crate) fn search_move(
        &mut self,
        node: &Node,
        listed: ListedMove,
        move_count: usize,
        context: NodeContext,
    ) -> Score {
        let alpha = node.alpha;
        let depth = node.depth - Depth::PLY;
        // 17. Late-move reduction (worth 8).
        let reduced = if context.reduces_late_moves && move_count > 1 && depth > Depth::ZERO {
            let reduction = self.reduction(node, listed, move_count, context).max(Depth::ZERO);
            (depth - reduction).max(Depth::ZERO)
        } else {
            depth
        };
        // 18. The move, first with a null window and, if it proves better, again.
        let table = self.shared.table;
        self.position.play_with(listed.square, |hash| table.prefetch(hash));
        let score = if move_count == 1 {
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

    /// Late-move pruning: number of moves searched, fewer the further the evaluation is below alpha (28
    /// instead of −12 % for 100 centi-units: in games +59 ± 6 Elo at 32,000 nodes), but two at least.
    fn move_count_limit(&self, node: &Node, context: NodeContext) -> usize {
        let tuning = self.shared.tuning;
        let limit = tuning.move_count_limit(node.depth.whole_plies(), context.is_improving);
        let Some(deficit) = self.deficit(node) else { return limit };
        let percent = (100 - tuning.parameters.move_count_eval * deficit / 100).clamp(LEAST_KEPT, MOST_KEPT);
        (limit * percent as usize / 100).max(2)
    }

    /// Centi-units of evaluation below alpha, negative above; `None` without an evaluation.
    fn deficit(&self, node: &Node) -> Option<i32> {
        Some(i32::from(node.alpha.centi()) - i32::from(self.stack[node.ply].eval?.centi()))
    }

    /// Late-move reduction; can be negative.
    fn reduction(&self, node: &Node, listed: ListedMove, move_count: usize, context: NodeContext) -> Depth {
        let tuning = self.shared.tuning;
        let parameters = &tuning.parameters;
        let history = self.tables.history.get(self.position.side_to_move(), listed.square);
        let mut reduction = tuning.reduction(node.depth.whole_plies(), move_count)
            - 100 * history / parameters.reduction_history;
        reduction += (100 * listed.order_gap / parameters.reduction_gap).min(parameters.reduction_gap_most);
        if node.kind == NodeKind::Cut {
            reduction += parameters.reduction_cut;
        }
        if node.is_pv() {
            reduction -= parameters.reduction_pv;
        }
        if self.stack[node.ply].tt_pv {
            reduction -= parameters.reduction_was_pv;
        }
        if !context.is_improving {
            reduction += parameters.reduction_worsening;
        }
        if self.position.is_tactical(listed.square) {
            reduction -= parameters.reduction_tactical;
        }
        if let Some(deficit) = self.deficit(node) {
            // The further the evaluation is below alpha, the more likely the node fails low.
            reduction += (parameters.reduction_eval * deficit / 100).clamp(-MAX_BY_EVAL, MAX_BY_EVAL);
        }
        Depth::hundredths(reduction)
    }
}
