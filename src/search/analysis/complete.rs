//! Completion of PVs that a table cut-off or a proof has shortened: proven results up to the five, others to
//! the iteration's depth.

use crate::eval::Score;
use crate::geometry::{Bitboard, Square};
use crate::pattern::Attack;
use crate::search::depth::Depth;
use crate::search::node::{ForcedState, Node, NodeKind};
use crate::search::table::{Bound, TableEntry};
use crate::search::worker::Worker;
use crate::threat::defence::{forced_replies, replies_to_fives};
use crate::threat::winning_double_three;

/// Largest length of a completed line.
const MAX_LENGTH: usize = 400;
/// VCF budget in positions of the line.
const VCF_BUDGET: u32 = 20_000;
/// Depth of the search for a next move that is not in the table,
const NEXT_DEPTH: Depth = Depth::plies(2);
/// and depths of the searches for a move that wins.
const WIN_DEPTHS: [Depth; 3] = [Depth::plies(2), Depth::plies(4), Depth::plies(6)];

impl Worker<'_> {
    /// Extends a line from the root: to the five if the score is proven, else to at least `min_length` moves,
    /// as far as moves can be found. Does not change the state of the search.
    pub(super) fn complete_line(&mut self, line: &mut Vec<Square>, score: Score, min_length: usize) {
        let before = (self.is_secondary, self.may_stop, self.seldepth);
        self.use_secondary_tables(true);
        self.may_stop = false;
        let mut played = 0;
        while let Some(&square) = line.get(played).filter(|&&square| self.position.is_legal(square)) {
            self.position.play(square);
            played += 1;
        }
        line.truncate(played);
        let is_winner_next = (score > Score::ZERO) == played.is_multiple_of(2);
        if score.is_decided() {
            self.complete_to_five(line, is_winner_next);
        } else {
            self.complete_to_length(line, min_length);
        }
        for _ in 0..line.len() {
            self.position.undo();
        }
        self.use_secondary_tables(before.0);
        (self.may_stop, self.seldepth) = (before.1, before.2);
    }

    fn complete_to_length(&mut self, line: &mut Vec<Square>, min_length: usize) {
        while line.len() < min_length.min(MAX_LENGTH) {
            if matches!(ForcedState::of(&self.position, 0), ForcedState::Settled(_)) {
                return;
            }
            let Some(next) = self.next_move(line.len()) else { return };
            self.position.play(next);
            line.push(next);
        }
    }

    /// Extends the line until a side has five; `is_winner_next` says whether the winning side is to move.
    fn complete_to_five(&mut self, line: &mut Vec<Square>, mut is_winner_next: bool) {
        if self.has_ended(line) {
            return;
        }
        while line.len() < MAX_LENGTH {
            let own = self.position.side_to_move();
            let ply = line.len();
            let fives = *self.position.attacks(own, Attack::Five) & !self.blocked_squares(ply);
            let five = self.first_legal(fives);
            let next = five.map(|five| vec![five]).or_else(|| match is_winner_next {
                // Nothing else there knows what is blocked.
                _ if self.is_above_block(ply) => Some(vec![self.searched_move(ply, NEXT_DEPTH)?.0]),
                true => self.winning_moves(ply),
                false => self.losing_move(ply),
            });
            let Some(next) = next else { return };
            for square in next {
                self.position.play(square);
                line.push(square);
                is_winner_next = !is_winner_next;
            }
            if five.is_some() {
                return;
            }
        }
    }

    /// Whether the last move of the line made a five.
    fn has_ended(&mut self, line: &[Square]) -> bool {
        let Some(&last) = line.last() else { return false };
        self.position.undo();
        let own = self.position.side_to_move();
        let has_ended = self.position.pattern4(last, own).has(Attack::Five);
        self.position.play(last);
        has_ended
    }

    /// The next moves of the winning side, to move `ply` plies below the root.
    fn winning_moves(&mut self, ply: usize) -> Option<Vec<Square>> {
        let own = self.position.side_to_move();
        let other = own.opponent();
        let must_stop_five = self.position.has_attack(other, Attack::Five);
        if !must_stop_five && let Some(four) = self.first_legal(*self.position.attacks(own, Attack::OpenFour))
        {
            return Some(vec![four]);
        }
        let is_free = ForcedState::of(&self.position, 0) == ForcedState::Free;
        if is_free && let Some(double_three) = winning_double_three(&self.position) {
            return Some(vec![double_three]);
        }
        let is_win = |entry: &TableEntry| entry.bound != Bound::Upper && entry.score.plies_to_win().is_some();
        let table_win = self.probe().filter(is_win);
        if let Some(best) = table_win.and_then(|entry| entry.best).filter(|&s| self.position.is_legal(s)) {
            return Some(vec![best]);
        }
        if let Some(win) = self.solve_vcf(VCF_BUDGET) {
            return Some(win.line());
        }
        if must_stop_five && let Some(only) = replies_to_fives(&self.position).first() {
            return Some(vec![only]);
        }
        // Any other move could give the win away.
        WIN_DEPTHS.into_iter().find_map(|depth| {
            let (next, score) = self.searched_move(ply, depth)?;
            score.plies_to_win().map(|_| vec![next])
        })
    }

    /// The next move of the losing side.
    fn losing_move(&mut self, ply: usize) -> Option<Vec<Square>> {
        let other = self.position.side_to_move().opponent();
        let fives = *self.position.attacks(other, Attack::Five);
        let Some(replies) = forced_replies(&self.position) else {
            return self.next_move(ply).map(|next| vec![next]);
        };
        let table_move = self.table_move(ply).filter(|&best| replies.contains(best));
        let fours = *self.position.attacks(other, Attack::OpenFour);
        let last_resort = || {
            self.first_legal(fives)
                .or_else(|| self.first_legal(fours))
                .or_else(|| self.first_legal(*self.position.board().empty()))
        };
        table_move.or_else(|| replies.first()).or_else(last_resort).map(|next| vec![next])
    }

    fn first_legal(&self, squares: Bitboard) -> Option<Square> {
        squares.iter().find(|&square| self.position.is_legal(square))
    }

    fn table_move(&self, ply: usize) -> Option<Square> {
        if self.is_above_block(ply) {
            return None;
        }
        self.probe().and_then(|entry| entry.best).filter(|&best| self.position.is_legal(best))
    }

    /// The table's move, or that of a shallow search; `None` after a stop.
    fn next_move(&mut self, ply: usize) -> Option<Square> {
        self.table_move(ply).or_else(|| Some(self.searched_move(ply, NEXT_DEPTH)?.0))
    }

    /// The best move of a shallow search and its score; `None` after a stop.
    fn searched_move(&mut self, ply: usize, depth: Depth) -> Option<(Square, Score)> {
        if self.is_stopped() {
            return None;
        }
        let (alpha, beta) = (-Score::INFINITE, Score::INFINITE);
        let score = self.pvs(Node { alpha, beta, depth, ply, kind: NodeKind::Pv });
        let best = self.stack[ply].pv.first().copied().or_else(|| self.table_move(ply))?;
        Some((best, score))
    }
}
