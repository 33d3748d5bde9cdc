//! Principal variation search.

use super::moves::{MoveList, is_tactical};
use super::prune::{razoring, reverse_futility};
use super::situation::Situation;
use crate::eval::{MAX_PLY, Score};
use crate::geometry::{Bitboard, Square};
use crate::search::table::{Bound, Entry};
use crate::search::worker::Worker;

/// What a node is asked: its window, remaining depth in plies, distance from the root, and whether it lies on the
/// principal variation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
    pub(crate) depth: i32,
    pub(crate) ply: usize,
    pub(crate) is_pv: bool,
}

impl Node {
    /// The child with the full window.
    pub(crate) fn child(&self, alpha: Score, depth: i32) -> Self {
        Self { alpha: -self.beta, beta: -alpha, depth, ply: self.ply + 1, is_pv: self.is_pv }
    }

    /// The child with a window that only asks whether the move beats alpha.
    pub(crate) fn scout(&self, alpha: Score, depth: i32) -> Self {
        Self { alpha: -alpha - 1, beta: -alpha, depth, ply: self.ply + 1, is_pv: false }
    }
}

impl Worker<'_> {
    /// Searches the current position; the score is the side to move's. After a stop it means nothing.
    pub(crate) fn pvs(&mut self, mut node: Node) -> Score {
        self.visit(node.ply);
        self.stack[node.ply].line.clear();
        if self.is_stopped() {
            return Score::ZERO;
        }
        let situation = Situation::of(&self.position, node.ply);
        if let Situation::Settled(score) = situation {
            return score;
        }
        node.alpha = node.alpha.max(Score::loss_in(node.ply));
        node.beta = node.beta.min(Score::win_in(node.ply + 1));
        if node.alpha >= node.beta || node.ply >= MAX_PLY - 1 {
            return node.alpha;
        }
        if matches!(situation, Situation::MustStopFive(_)) {
            // The one reply costs no depth, so that a chain of fours is not cut off in its middle.
            node.depth = node.depth.max(0) + 1;
        }
        let entry = self.shared.table.get(self.position.hash());
        if let Some(score) = entry.and_then(|e| cutoff(&node, e)) {
            return score;
        }
        self.stack[node.ply].eval = None;
        if !matches!(situation, Situation::MustStopFive(_)) {
            let eval = entry.and_then(|e| e.eval).unwrap_or_else(|| self.evaluate());
            self.stack[node.ply].eval = Some(eval);
            if let Some(score) = self.stand_pat(&node, eval, situation) {
                return score;
            }
            if let Some(score) = self.win_by_fours(&node) {
                return score;
            }
            if node.depth <= 0 {
                self.store(&node, None, eval, Bound::Exact);
                return eval;
            }
            let parameters = &self.shared.tuning.parameters;
            if situation == Situation::Free && razoring(&node, eval, parameters) {
                return eval;
            }
        }
        self.search_moves(&node, situation, entry.and_then(|e| e.best))
    }

    /// The cuts above beta, which ask nobody but the evaluation: at a leaf, and by reverse futility.
    fn stand_pat(&mut self, node: &Node, eval: Score, situation: Situation) -> Option<Score> {
        let parameters = &self.shared.tuning.parameters;
        if node.depth <= 0 {
            if node.is_pv || eval < node.beta {
                return None;
            }
            self.store(node, None, eval, Bound::Lower);
            return Some(eval);
        }
        let is_improving = self.is_improving(node.ply);
        let cuts = situation == Situation::Free && reverse_futility(node, eval, is_improving, parameters);
        cuts.then_some(eval)
    }

    /// Looks for a win by continuous fours.
    fn win_by_fours(&mut self, node: &Node) -> Option<Score> {
        let parameters = &self.shared.tuning.parameters;
        let budget = if node.depth > 0 { parameters.vcf_node } else { parameters.vcf_leaf };
        let proof = self.solve_vcf(budget as u32)?;
        // A proof ends with the four that cannot be stopped, two plies before the five, or with the five.
        let score = Score::win_in(node.ply + proof.length() + 2);
        self.store(node, Some(proof.attack), score, Bound::Lower);
        Some(score)
    }

    fn is_improving(&self, ply: usize) -> bool {
        let earlier = ply.checked_sub(2).and_then(|ply| self.stack[ply].eval);
        earlier.is_some_and(|earlier| self.stack[ply].eval.is_some_and(|eval| eval > earlier))
    }

    fn search_moves(&mut self, node: &Node, situation: Situation, table_move: Option<Square>) -> Score {
        let squares = self.candidates(situation);
        let mut moves = self.list_moves(&squares, table_move);
        let is_free = situation == Situation::Free;
        let limit = self.shared.tuning.move_count_limit(node.depth, self.is_improving(node.ply));
        let mut alpha = node.alpha;
        let mut best_score = Score::loss_in(node.ply);
        let mut best = None;
        let mut tried: Vec<Square> = Vec::with_capacity(16);
        let mut is_thinned = !is_free || node.is_pv;
        loop {
            if !is_thinned && tried.len() >= limit && best_score > -Score::MAX_EVAL {
                // Late quiet moves are left out, unless everything before them loses.
                moves.keep_rest(|square| is_tactical(&self.position, square));
                is_thinned = true;
            }
            let Some(square) = moves.next(&self.position) else { break };
            tried.push(square);
            let score = self.search_move(node, square, alpha, tried.len(), is_free);
            if self.is_stopped() {
                return Score::ZERO;
            }
            if score > best_score || best.is_none() {
                best_score = score;
                best = Some(square);
                if score > alpha {
                    alpha = score;
                    self.extend_line(node.ply, square);
                }
                if alpha >= node.beta {
                    if is_free {
                        // What was forced says nothing about the move in other positions.
                        self.learn_from_cutoff(node.depth, square, &tried);
                    }
                    break;
                }
            }
        }
        if best.is_none() {
            return self.score_without_moves(node);
        }
        self.remember(node, node.alpha, best, best_score);
        best_score
    }

    /// The score where no candidate is legal: a loss if there is no other square either.
    fn score_without_moves(&mut self, node: &Node) -> Score {
        let mut empty = self.position.board().empty().iter();
        if empty.any(|square| self.position.is_legal(square)) {
            self.evaluate()
        } else {
            Score::loss_in(node.ply + 1)
        }
    }

    /// Lists moves for this position, in the order in which they are to be tried.
    pub(crate) fn list_moves(&self, squares: &Bitboard, table_move: Option<Square>) -> MoveList {
        let parameters = &self.shared.tuning.parameters;
        MoveList::new(&self.position, squares, table_move, &self.knowledge.history, parameters)
    }

    /// The squares worth trying.
    fn candidates(&self, situation: Situation) -> Bitboard {
        match situation {
            Situation::MustStopFive(replies) | Situation::MustStopOpenFour(replies) => replies,
            Situation::Free | Situation::Settled(_) => {
                let near = self.position.near();
                if near.is_empty() { *self.position.board().empty() } else { near }
            }
        }
    }

    /// Plays one move and searches what follows; `number` counts moves from 1.
    pub(crate) fn search_move(
        &mut self,
        node: &Node,
        square: Square,
        alpha: Score,
        number: usize,
        is_free: bool,
    ) -> Score {
        let depth = node.depth - 1;
        let reduced = if is_free && number > 1 && depth > 1 {
            depth - self.reduction(node, square, number).clamp(0, depth - 1)
        } else {
            depth
        };
        self.position.play(square);
        let score = if number == 1 {
            -self.pvs(node.child(alpha, depth))
        } else {
            let mut score = -self.pvs(node.scout(alpha, reduced));
            if score > alpha && reduced < depth {
                score = -self.pvs(node.scout(alpha, depth));
            }
            if score > alpha && score < node.beta && node.is_pv {
                score = -self.pvs(node.child(alpha, depth));
            }
            score
        };
        self.position.undo();
        score
    }

    /// Plies to take off a late move.
    fn reduction(&self, node: &Node, square: Square, number: usize) -> i32 {
        let history = self.knowledge.history.get(self.position.side_to_move(), square);
        let tuning = self.shared.tuning;
        let mut plies = tuning.reduction(node.depth, number) - history / tuning.parameters.reduction_history;
        if node.is_pv {
            plies -= 1;
        }
        if is_tactical(&self.position, square) {
            plies -= 1;
        }
        plies
    }
}

/// The table's score, where it settles the node. Proven wins and losses hold at every depth.
fn cutoff(node: &Node, entry: Entry) -> Option<Score> {
    let score = entry.score_at(node.ply);
    if node.is_pv || i32::from(entry.depth) < node.depth && !score.is_decided() {
        return None;
    }
    let settles = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= node.beta,
        Bound::Upper => score <= node.alpha,
    };
    settles.then_some(score)
}
