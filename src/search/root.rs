//! The root: which moves come into question, and the search of each.

use std::cmp::Reverse;

use super::depth::PLY;
use super::node::{ForcedState, ListedMove, Node, NodeContext};
use super::parameters::{INSTANT_VCF_BUDGET, MIN_VCF_BUDGET, ROOT_VCF_BUDGET};
use super::worker::Worker;
use crate::eval::Score;
use crate::geometry::{Bitboard, Square};
use crate::pattern::Attack;
use crate::threat::{Proof, replies_to_proof};

/// The search for an own win by fours at the root ends after one part in so many of the maximal time,
const OWN_WIN_TIME_PART: u32 = 4;
/// and that for the opponent's after one part in so many.
const OTHER_WIN_TIME_PART: u32 = 2;

/// What is left to do at the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RootTask {
    /// Nothing: the move is clear. Its line and score.
    Play(Vec<Square>, Score),
    /// Play this move, whatever it is worth: there is no other, or every other is known to lose.
    Follow(Square, ForcedState),
    /// Choose among these legal moves, the most promising first; there are at least two.
    Choose(Vec<Square>),
    /// There is no legal move.
    Nothing,
}

impl Worker<'_> {
    /// Finds out what is forced at the root. Only exact knowledge narrows the choice.
    pub(super) fn prepare_root(&mut self) -> RootTask {
        let allowed = self.allowed_squares();
        if allowed.is_empty() {
            return RootTask::Nothing;
        }
        let own = self.position.side_to_move();
        if let Some(five) = (*self.position.attacks(own, Attack::Five) & allowed).first() {
            return RootTask::Play(vec![five], Score::win_in(1));
        }
        if let Some((square, score)) = self.known_win(&allowed) {
            return RootTask::Play(vec![square], score);
        }
        let forced = self.root_situation();
        if let Some(win) = self.root_win(&allowed) {
            return RootTask::Play(win.line(), Score::win_in(win.plies()));
        }
        let narrowed = match forced {
            ForcedState::MustStopFive(replies) | ForcedState::MustStopOpenFour(replies) => replies & allowed,
            ForcedState::Free | ForcedState::Settled(_) => self.near_squares() & allowed,
        };
        let narrowed = self.defend_against_fours(forced, narrowed);
        let squares = if narrowed.is_empty() { allowed } else { narrowed };
        let moves = self.sorted_moves(squares);
        match moves[..] {
            [] => RootTask::Nothing,
            [only] => RootTask::Follow(only, forced),
            _ => RootTask::Choose(moves),
        }
    }

    /// Whether no move is left out, so that the result is that of the position.
    fn is_unrestricted(&self) -> bool {
        self.shared.limits.excluded.is_empty() && self.shared.limits.blocked.is_empty()
    }

    /// What is forced at the root; nothing where a blocked move could upset that.
    pub(super) fn root_situation(&self) -> ForcedState {
        if self.is_above_block(0) { ForcedState::Free } else { ForcedState::of(&self.position, 0) }
    }

    /// Legal squares that are not excluded.
    pub(super) fn allowed_squares(&self) -> Bitboard {
        let excluded: Bitboard = self.shared.limits.excluded.iter().copied().collect();
        let free = *self.position.board().empty() & !excluded;
        free.iter().filter(|&square| self.position.is_legal(square)).collect()
    }

    fn near_squares(&self) -> Bitboard {
        let near = self.position.candidates();
        if !near.is_empty() {
            return near | self.cautious_squares();
        }
        // Nothing to lean on: as central as possible.
        let board = self.position.board();
        let center = board.size().center();
        board.empty().iter().min_by_key(|square| square.distance(center)).into_iter().collect()
    }

    /// Squares beyond those that the search looks at anyway, for the candidate range that is asked for.
    pub(super) fn cautious_squares(&self) -> Bitboard {
        let board = self.position.board();
        match self.shared.limits.candidate_range {
            0 | 1 => Bitboard::EMPTY,
            level @ 2..=4 => {
                let stones: Vec<Square> = board.history().iter().copied().flatten().collect();
                let is_in_reach = |s: &Square| stones.iter().any(|stone| stone.distance(*s) <= level + 1);
                board.empty().iter().filter(is_in_reach).collect()
            }
            _ => *board.empty(),
        }
    }

    fn vcf_budget(&self) -> u32 {
        let most =
            if self.shared.control.budget().maximum.is_zero() { INSTANT_VCF_BUDGET } else { ROOT_VCF_BUDGET };
        // A search of few nodes is to be a short one.
        let nodes = self.shared.limits.nodes.map(|nodes| nodes.max(MIN_VCF_BUDGET.into()));
        nodes.and_then(|nodes| u32::try_from(nodes).ok()).map_or(most, |nodes| most.min(nodes))
    }

    /// A win by fours that starts with an allowed move.
    pub(super) fn root_win(&mut self, allowed: &Bitboard) -> Option<Proof> {
        if self.is_above_block(0) {
            return None;
        }
        let proof = self.solve_root_vcf(self.vcf_budget(), OWN_WIN_TIME_PART);
        proof.filter(|proof| allowed.contains(proof.attack))
    }

    /// If the opponent would win by fours, leaves only the moves that upset that win or make a four first.
    pub(super) fn defend_against_fours(&mut self, forced: ForcedState, squares: Bitboard) -> Bitboard {
        if !matches!(forced, ForcedState::Free | ForcedState::MustStopOpenFour(_)) || self.is_above_block(0) {
            return squares;
        }
        let budget = self.vcf_budget();
        self.position.pass();
        let threat = self.solve_root_vcf(budget, OTHER_WIN_TIME_PART);
        self.position.undo();
        let Some(threat) = threat else { return squares };
        let own = self.position.side_to_move();
        let fours = *self.position.attacks(own, Attack::Four) | *self.position.attacks(own, Attack::OpenFour);
        let answers = replies_to_proof(&mut self.position, &threat) | fours;
        let left = squares & answers;
        if left.is_empty() { squares } else { left }
    }

    /// The nearest win among the moves that are known, with its score.
    pub(super) fn known_win(&self, allowed: &Bitboard) -> Option<(Square, Score)> {
        let known = self.shared.limits.known.iter().map(|known| (known.square, known.score));
        let wins =
            known.filter(|(square, score)| allowed.contains(*square) && score.plies_to_win().is_some());
        wins.max_by_key(|&(_, score)| score)
    }

    /// The score of a root move that needs no search at this node's depth.
    pub(super) fn known_score(&mut self, square: Square, node: &Node) -> Option<Score> {
        let known = self.shared.limits.known.iter().find(|known| known.square == square)?;
        let stands = i64::from(known.depth) >= i64::from(node.depth / PLY);
        stands.then(|| {
            // The move ends the line.
            self.stack[node.ply + 1].pv.clear();
            known.score
        })
    }

    /// Searches the root moves, the first one first and the others in the order of the nodes that each took in the last
    /// iteration: what was hard to refute may be best now. The best found so far stands first afterwards, also when the
    /// search was stopped; its score, or `None` if not even the first move was finished.
    pub(super) fn search_root(&mut self, moves: &mut [Square], mut node: Node) -> Option<Score> {
        let context = NodeContext::at_root(ForcedState::of(&self.position, 0));
        let original_alpha = node.alpha;
        self.stack[0].eval = Some(self.evaluate());
        self.stack[0].tt_pv = true;
        if let Some((_, others)) = moves.split_first_mut() {
            others.sort_by_key(|&square| Reverse(self.root_nodes.of(square)));
        }
        let mut best = None;
        for i in 0..moves.len() {
            let square = moves[i];
            let before = self.own_nodes();
            let score = match self.known_score(square, &node) {
                Some(score) => score,
                None => self.search_move(&node, ListedMove { square, gap: 0 }, i + 1, context),
            };
            if self.is_stopped() {
                break;
            }
            self.root_nodes.note(square, self.own_nodes() - before);
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
                self.stop_if_time_is_used();
                if self.is_stopped() {
                    break;
                }
            }
        }
        if let Some(score) =
            best.filter(|_| !self.is_stopped() && !self.is_secondary && self.is_unrestricted())
        {
            self.store_result(&node, original_alpha, Some(moves[0]), score);
        }
        best
    }
}
