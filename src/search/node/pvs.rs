//! One node of the principal variation search, step by step.
//!
//! Beside a step stands its worth: what the search loses without it, as the mean win probability of the moves
//! that it chooses in contested positions at 32,000 nodes, in thousandths, where one is some 7 Elo and the
//! standard error 3 (`docs/log/search.md`).

use super::forced_state::ForcedState;
use super::kind::Node;
use super::prune::{razoring, reverse_futility, stands_pat};
use crate::eval::{MAX_PLY, Score};
use crate::search::depth::Depth;
use crate::search::table::{Bound, TableEntry};
use crate::search::worker::Worker;
use crate::threat::winning_double_three;

/// Plies from a double three to the five: itself, a reply, the open four, a reply, the five.
const DOUBLE_THREE_PLIES: usize = 5;

impl Worker<'_> {
    /// Searches the current position and returns its score for the side to move; meaningless after a stop.
    pub(crate) fn pvs(&mut self, mut node: Node) -> Score {
        // 1. Node count and stop.
        self.count_node(node.ply);
        self.stack[node.ply].pv.clear();
        if self.is_stopped() {
            return Score::ZERO;
        }
        // 2. Forced result: five, open four, draw, five or open four that cannot be stopped.
        let forced = self.forced_state(node.ply);
        if let ForcedState::Settled(score) = forced {
            return score;
        }
        // 3. Mate distance pruning.
        node.narrow_to_possible_scores();
        if node.alpha >= node.beta || node.ply >= MAX_PLY - 1 {
            return node.alpha;
        }
        // Above a blocked move nothing may be taken for granted that might rely on it.
        let is_above_block = self.is_above_block(node.ply);
        let is_free = forced == ForcedState::Free && !is_above_block;
        let must_stop_five = matches!(forced, ForcedState::MustStopFive(_));
        if must_stop_five {
            // 4. A forced reply costs no depth, so that a chain of fours is searched to its end.
            node.depth = node.depth.max(Depth::ZERO) + Depth::PLY;
        }
        // 5. Double three that wins.
        if is_free && winning_double_three(&self.position).is_some() {
            return Score::win_in(node.ply + DOUBLE_THREE_PLIES);
        }
        // 6. Transposition table.
        let entry = if is_above_block { None } else { self.probe() };
        if let Some(score) = entry.and_then(|e| cutoff(&node, e)) {
            return score;
        }
        self.stack[node.ply].tt_pv = node.is_pv() || entry.is_some_and(|e| e.tt_pv);
        self.stack[node.ply].eval = None;
        if must_stop_five {
            // No evaluation, pruning or VCF while a five must be stopped.
            return self.search_moves(&node, forced, entry);
        }
        // 7. Static evaluation.
        let eval = entry.and_then(|e| e.eval).unwrap_or_else(|| self.evaluator.evaluate(&self.position));
        self.stack[node.ply].eval = Some(eval);
        let parameters = &self.shared.tuning.parameters;
        // 8. Stand pat at leaves.
        if node.is_leaf() && stands_pat(&node, eval) {
            self.tt_store(&node, None, eval, Bound::Lower);
            return eval;
        }
        // 9. Reverse futility pruning (worth 6).
        if is_free && reverse_futility(&node, eval, self.is_improving(node.ply), parameters) {
            return eval.midpoint(node.beta);
        }
        // 10. VCF (worth 15).
        if let Some(score) = self.win_by_fours(&node) {
            return score;
        }
        // 11. The static evaluation is the score of a leaf.
        if node.is_leaf() {
            self.tt_store(&node, None, eval, Bound::Exact);
            return eval;
        }
        // 12. Razoring (worth 8).
        if is_free && razoring(&node, eval, parameters) {
            return eval;
        }
        // 13. A reply to an open four costs less depth (worth 10).
        if matches!(forced, ForcedState::MustStopOpenFour(_)) {
            node.depth = node.depth + Depth::hundredths(parameters.defence_extension);
        }
        // 14 to 20: the moves.
        self.search_moves(&node, forced, entry)
    }

    /// VCF probe with the node's or leaf's budget; stores a win in the table.
    fn win_by_fours(&mut self, node: &Node) -> Option<Score> {
        if self.is_above_block(node.ply) {
            return None;
        }
        let parameters = &self.shared.tuning.parameters;
        let budget = if node.is_leaf() { parameters.vcf_leaf } else { parameters.vcf_node };
        let proof = self.solve_vcf(budget as u32)?;
        let score = Score::win_in(node.ply + proof.plies());
        self.tt_store(node, Some(proof.attack), score, Bound::Lower);
        Some(score)
    }

    pub(super) fn is_improving(&self, ply: usize) -> bool {
        let earlier = ply.checked_sub(2).and_then(|ply| self.stack[ply].eval);
        earlier.is_some_and(|earlier| self.stack[ply].eval.is_some_and(|eval| eval > earlier))
    }
}

/// Transposition cut-off: the entry's score if its depth and bound suffice. Proven results hold at every
/// depth.
fn cutoff(node: &Node, entry: TableEntry) -> Option<Score> {
    let score = entry.score_at(node.ply);
    if node.is_pv() || entry.depth < node.depth && !score.is_decided() {
        return None;
    }
    let settles = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= node.beta,
        Bound::Upper => score <= node.alpha,
    };
    settles.then_some(score)
}
