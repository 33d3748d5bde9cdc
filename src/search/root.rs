//! The root: forced and known moves, candidates, and the root move loop.

use std::cmp::Reverse;

use super::lost_moves::LostMoves;
use super::node::{ForcedState, ListedMove, Node, NodeContext};
use super::parameters::{INSTANT_VCF_BUDGET, MIN_VCF_BUDGET, ROOT_VCF_BUDGET};
use super::worker::Worker;
use crate::eval::Score;
use crate::geometry::{Bitboard, Square};
use crate::pattern::Attack;
use crate::threat::{Proof, replies_to_proof};

/// The VCF search at the root ends after this fraction of the maximum time (1 / 4),
const OWN_VCF_TIME_DIVISOR: u32 = 4;
/// and that of the opponent's VCF after this one (1 / 2).
const OPPONENT_VCF_TIME_DIVISOR: u32 = 2;

/// What remains to be searched at the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RootTask {
    /// Nothing: a known win, with its line and score.
    Win(Vec<Square>, Score),
    /// The only legal move, or the only one that does not lose at once.
    SingleReply(Square, ForcedState),
    /// These legal moves, at least two, sorted by expectation.
    Search(Vec<Square>),
    /// Nothing: there is no legal move.
    NoLegalMove,
}

impl Worker<'_> {
    /// Resolves forced and known results at the root and lists the moves to search.
    pub(super) fn prepare_root(&mut self) -> RootTask {
        let allowed = self.allowed_squares();
        if allowed.is_empty() {
            return RootTask::NoLegalMove;
        }
        let own = self.position.side_to_move();
        if let Some(five) = (*self.position.attacks(own, Attack::Five) & allowed).first() {
            return RootTask::Win(vec![five], Score::win_in(1));
        }
        if let Some((square, score)) = self.known_win(&allowed) {
            return RootTask::Win(vec![square], score);
        }
        let forced = self.forced_state(0);
        if let Some(win) = self.root_win(&allowed) {
            return RootTask::Win(win.line(), Score::win_in(win.plies()));
        }
        let narrowed = match forced {
            ForcedState::MustStopFive(replies) | ForcedState::MustStopOpenFour(replies) => replies & allowed,
            ForcedState::Free | ForcedState::Settled(_) => self.root_candidates() & allowed,
        };
        let narrowed = self.defend_against_fours(forced, narrowed);
        let squares = if narrowed.is_empty() { allowed } else { narrowed };
        let moves = self.sorted_moves(squares);
        match moves[..] {
            [] => RootTask::NoLegalMove,
            [only] => RootTask::SingleReply(only, forced),
            _ => RootTask::Search(self.with_lost_moves(moves)),
        }
    }

    /// Whether the limits neither exclude moves nor give scores of them, and no move was left out that may be
    /// better, so that the result may be stored for the position.
    fn is_unrestricted(&self, moves: &[Square], score: Score) -> bool {
        let limits = &self.shared.limits;
        let has_all = limits.excluded.is_empty() && limits.blocked.is_empty() && limits.known.is_empty();
        let lost = &self.lost_moves;
        has_all
            && (!lost.may_exceed(score) || moves.iter().any(|&square| lost.squares.contains(square)))
            && !self.position.has_attack(self.position.side_to_move(), Attack::Five)
    }

    /// Legal squares that are not excluded.
    pub(super) fn allowed_squares(&self) -> Bitboard {
        let excluded: Bitboard = self.shared.limits.excluded.iter().copied().collect();
        let free = *self.position.board().empty() & !excluded;
        free.iter().filter(|&square| self.position.is_legal(square)).collect()
    }

    fn root_candidates(&self) -> Bitboard {
        let candidates = self.position.candidates();
        if !candidates.is_empty() {
            return candidates | self.extra_candidates();
        }
        // An empty board: the most central square.
        let board = self.position.board();
        let center = board.size().center();
        board.empty().iter().min_by_key(|square| square.distance(center)).into_iter().collect()
    }

    /// Root candidates besides those of the search, by
    /// [`Limits::candidate_range`](crate::search::Limits::candidate_range).
    pub(super) fn extra_candidates(&self) -> Bitboard {
        let board = self.position.board();
        match self.shared.limits.candidate_range {
            0 | 1 => Bitboard::EMPTY,
            level @ 2..=4 => {
                let stones = board.all_stones();
                let is_in_reach = |s: &Square| stones.iter().any(|stone| stone.distance(*s) <= level + 1);
                board.empty().iter().filter(is_in_reach).collect()
            }
            _ => *board.empty(),
        }
    }

    /// The score where no move is allowed: a loss if every free square is forbidden, else a draw.
    pub(super) fn score_without_moves(&self) -> Score {
        let free = self.position.board().empty();
        let has_lost = !free.is_empty() && !free.iter().any(|square| self.position.is_legal(square));
        if has_lost { Score::loss_in(1) } else { Score::ZERO }
    }

    /// These moves, then the lost ones.
    pub(super) fn with_lost_moves(&self, mut moves: Vec<Square>) -> Vec<Square> {
        moves.extend(&self.lost_moves.squares);
        moves
    }

    fn vcf_budget(&self) -> u32 {
        let most =
            if self.shared.control.budget().is_instant() { INSTANT_VCF_BUDGET } else { ROOT_VCF_BUDGET };
        // A node limit also bounds the VCF search.
        let nodes = self.shared.limits.nodes.map(|nodes| nodes.max(MIN_VCF_BUDGET.into()));
        nodes.and_then(|nodes| u32::try_from(nodes).ok()).map_or(most, |nodes| most.min(nodes))
    }

    /// A VCF at the root that starts with an allowed move.
    pub(super) fn root_win(&mut self, allowed: &Bitboard) -> Option<Proof> {
        if self.is_above_block(0) {
            return None;
        }
        let proof = self.solve(self.vcf_budget(), &self.root_vcf_stop(OWN_VCF_TIME_DIVISOR));
        proof.filter(|proof| allowed.contains(proof.attack))
    }

    /// If the opponent threatens a VCF, keeps only the moves that refute it or make a four first; the others
    /// become the lost moves of the root.
    pub(super) fn defend_against_fours(&mut self, forced: ForcedState, squares: Bitboard) -> Bitboard {
        if !matches!(forced, ForcedState::Free | ForcedState::MustStopOpenFour(_)) || self.is_above_block(0) {
            return squares;
        }
        let (budget, stop) = (self.vcf_budget(), self.root_vcf_stop(OPPONENT_VCF_TIME_DIVISOR));
        self.position.pass();
        let threat = self.solve(budget, &stop);
        self.position.undo();
        let Some(threat) = threat else { return squares };
        let Some(replies) = replies_to_proof(&mut self.position, &threat, &stop) else { return squares };
        let defences = squares & (replies | self.position.fours(self.position.side_to_move()));
        if defences.is_empty() {
            return squares;
        }
        let bound = Score::loss_in(1 + threat.plies());
        self.lost_moves = LostMoves { squares: squares & !defences, bound };
        defences
    }

    /// The fastest win among the known moves, with its score.
    pub(super) fn known_win(&self, allowed: &Bitboard) -> Option<(Square, Score)> {
        let known = self.shared.limits.known.iter().map(|known| (known.square, known.score));
        let wins =
            known.filter(|(square, score)| allowed.contains(*square) && score.plies_to_win().is_some());
        wins.max_by_key(|&(_, score)| score)
    }

    /// The known score of a root move, if it holds at this node's depth.
    pub(super) fn known_score(&mut self, square: Square, node: &Node) -> Option<Score> {
        let known = self.shared.limits.known.iter().find(|known| known.square == square)?;
        let is_deep_enough = i64::from(known.depth) >= i64::from(node.depth.whole_plies());
        is_deep_enough.then(|| {
            // The PV ends with the move.
            self.stack[node.ply + 1].pv.clear();
            known.score
        })
    }

    /// Searches the root moves: the first one, then the others by their nodes in the last iteration.
    /// Afterwards the best move found so far is first in `moves`, also after a stop. Returns its score, or
    /// `None` if not even the first move was finished.
    pub(super) fn search_root(&mut self, moves: &mut [Square], mut node: Node) -> Option<Score> {
        let context = NodeContext::at_root(ForcedState::of(&self.position, 0));
        let original_alpha = node.alpha;
        self.stack[0].eval = Some(self.evaluator.evaluate(&self.position));
        self.stack[0].tt_pv = true;
        if let Some((_, others)) = moves.split_first_mut() {
            let lost = &self.lost_moves.squares;
            others.sort_by_key(|&square| (lost.contains(square), Reverse(self.root_nodes.of(square))));
        }
        let mut best = None;
        for i in 0..moves.len() {
            let square = moves[i];
            if best.is_some_and(|best| !self.lost_moves.may_exceed(best))
                && self.lost_moves.squares.contains(square)
            {
                continue;
            }
            let before = self.thread_nodes();
            let score = match self.known_score(square, &node) {
                Some(score) => score,
                None => self.search_move(&node, ListedMove { square, order_gap: 0 }, i + 1, context),
            };
            if self.is_stopped() {
                break;
            }
            self.root_nodes.set(square, self.thread_nodes() - before);
            if best.is_none_or(|best| score > best) {
                best = Some(score);
                if i == 0 || score > node.alpha {
                    moves[..=i].rotate_right(1);
                    self.update_pv(&node, square);
                }
                node.alpha = node.alpha.max(score);
                if score >= node.beta {
                    break;
                }
            }
            if best.is_some_and(|best| best > original_alpha) && i + 1 < moves.len() {
                self.stop_at_soft_limit();
                if self.is_stopped() {
                    break;
                }
            }
        }
        if let Some(score) = best
            .filter(|&score| !self.is_stopped() && !self.is_secondary && self.is_unrestricted(moves, score))
        {
            self.store_result(&node, original_alpha, Some(moves[0]), score);
        }
        best
    }
}
