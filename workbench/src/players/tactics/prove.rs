//! Proves wins against every reply.

use std::collections::HashSet;

use rustgomo::StopHandle;
use rustgomo::board::Board;
use rustgomo::geometry::Square;
use rustgomo::position::Position;
use rustgomo::rules::{Outcome, Rule, outcome};
use rustgomo::search::{Limits, Searcher, Silent};
use rustgomo::threat::{VcfSolver, Verdict};

/// Size of the table of the VCF search as a power of two.
const MEMORY_BITS: u32 = 16;
/// Maximum number of attacking moves of the VCF search after each reply.
const VCF_BUDGET: u32 = 2_000;
/// Maximum depth of a proof in plies.
const MOST_PLIES: usize = 60;

/// Proves wins by playing them out: the attacker plays the moves of the search, the defender every legal
/// move, and a branch ends with a five or with a VCF whose proof is replayed.
#[derive(Debug)]
pub(super) struct Prover<'a> {
    searcher: Searcher,
    solver: VcfSolver,
    limits: Limits,
    stop: &'a StopHandle,
    /// Proven positions with the attacker to move.
    proved: HashSet<u64>,
    /// Remaining searches.
    searches: u32,
    /// The moves from the root to the current position; after a failure, to the position where no win was
    /// found.
    path: Vec<Square>,
}

impl<'a> Prover<'a> {
    /// A prover with limits for the searches of the attacker's moves.
    pub(super) fn new(searcher: Searcher, limits: &Limits, stop: &'a StopHandle) -> Self {
        let solver = VcfSolver::new(MEMORY_BITS);
        let limits = Limits { analysis: true, ..limits.clone() };
        Self { searcher, solver, limits, stop, proved: HashSet::new(), searches: 0, path: Vec::new() }
    }

    /// Whether a win of the side to move is proven with at most `searches` searches.
    pub(super) fn prove(&mut self, board: &Board, rule: Rule, searches: u32) -> bool {
        self.begin(searches);
        self.attack(board, rule, 0)
    }

    /// The same with a given first move.
    pub(super) fn prove_move(&mut self, board: &Board, rule: Rule, square: Square, searches: u32) -> bool {
        self.begin(searches);
        let mut after = board.clone();
        self.path.push(square);
        after.play(square).is_ok() && self.defend(&after, rule, 1)
    }

    /// Whether the last proof ran out of searches.
    pub(super) const fn is_spent(&self) -> bool {
        self.searches == 0
    }

    /// The moves to the position where the last failed proof found no win.
    pub(super) fn gap(&self) -> &[Square] {
        &self.path
    }

    fn begin(&mut self, searches: u32) {
        self.searcher.clear();
        self.solver.clear();
        self.proved.clear();
        self.path.clear();
        self.searches = searches;
    }

    /// The best move with the plies of its win; `None` without a win. Uses analysis mode, which does not stop
    /// early at forced moves.
    pub(super) fn find(&mut self, board: &Board, rule: Rule) -> Option<(Square, usize)> {
        let result = self.searcher.search(board, rule, &self.limits, self.stop, &mut Silent);
        Some((result.best?, result.progress.score.plies_to_win()?))
    }

    /// Whether the side to move has a VCF, within a budget.
    pub(super) fn wins_by_fours(&mut self, board: &Board, rule: Rule, budget: u32) -> bool {
        let mut position = Position::new(board, rule);
        match self.solver.solve(&mut position, budget, &StopHandle::new()) {
            Verdict::Win(proof) => proof.holds(&mut position),
            Verdict::None | Verdict::Unknown => false,
        }
    }

    fn attack(&mut self, board: &Board, rule: Rule, ply: usize) -> bool {
        if self.proved.contains(&board.hash()) || self.wins_by_fours(board, rule, VCF_BUDGET) {
            return true;
        }
        if ply >= MOST_PLIES || self.searches == 0 || self.stop.is_stopped() {
            return false;
        }
        self.searches -= 1;
        let Some((square, _)) = self.find(board, rule) else { return false };
        let mut after = board.clone();
        self.path.push(square);
        let is_proved = after.play(square).is_ok() && self.defend(&after, rule, ply + 1);
        if is_proved {
            self.path.pop();
            self.proved.insert(board.hash());
        }
        is_proved
    }

    /// Whether every reply loses.
    fn defend(&mut self, board: &Board, rule: Rule, ply: usize) -> bool {
        let attacker = board.side_to_move().opponent();
        match outcome(board, rule) {
            Outcome::Win(winner) => return winner == attacker,
            Outcome::Draw => return false,
            Outcome::Unfinished => {}
        }
        let position = Position::new(board, rule);
        let replies: Vec<Square> = board.empty().iter().filter(|&square| position.is_legal(square)).collect();
        replies.into_iter().all(|reply| {
            let mut after = board.clone();
            self.path.push(reply);
            let is_played = after.play(reply).is_ok();
            let is_beaten = is_played
                && outcome(&after, rule) == Outcome::Unfinished
                && self.attack(&after, rule, ply + 1);
            if is_beaten {
                self.path.pop();
            }
            is_beaten
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustgomo::board::{parse_squares, square_name};
    use rustgomo::geometry::BoardSize;

    fn board(moves: &str) -> Board {
        let size = BoardSize::default();
        Board::with_moves(size, parse_squares(moves, size).unwrap()).unwrap()
    }

    fn proves(moves: &str) -> bool {
        let stop = StopHandle::new();
        let limits = Limits::nodes(20_000);
        Prover::new(Searcher::new(1 << 20), &limits, &stop).prove(&board(moves), Rule::Freestyle, 50)
    }

    #[test]
    fn a_win_goes_on_behind_a_forced_move() {
        // Black must answer white's four at f10 at i10 before winning.
        let moves = "i12 h10 f9 g11 j11 g10 j12 i9 f12 f11 k10 l9 k12 j8 k7 l12 j13 j10 k11 k13 l11 f10";
        let stop = StopHandle::new();
        let limits = Limits::nodes(20_000);
        let mut prover = Prover::new(Searcher::new(1 << 20), &limits, &stop);
        let (square, plies) = prover.find(&board(moves), Rule::Freestyle).unwrap();
        assert_eq!((square_name(square, BoardSize::default()), plies % 2), ("i10".to_owned(), 1));
    }

    #[test]
    fn a_win_is_proved_and_an_even_position_is_not() {
        // Black makes a four-three on one square; the white stones are scattered.
        assert!(proves("h8 a1 h9 c15 i8 o1 j7 n14"));
        assert!(!proves("h8 i9"));
    }
}
