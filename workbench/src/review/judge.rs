//! Evaluation of positions.

use crate::analyze::{ForcedWin, ProofSearch, find_forced_win};
use crate::interrupt::Interrupt;
use crate::search_limit::SearchLimit;
use rustgomo::board::Board;
use rustgomo::eval::Score;
use rustgomo::geometry::Square;
use rustgomo::pattern::Attack;
use rustgomo::position::Position;
use rustgomo::rules::{Outcome, Rule, outcome};
use rustgomo::search::{Searcher, Silent};
use rustgomo::threat::defence::replies_to_fives;

/// Evaluation of a position for the side to move.
#[derive(Clone, Debug)]
pub(super) struct Evaluation {
    /// The score.
    pub(super) score: Score,
    /// The best line; empty if the game is over.
    pub(super) line: Vec<Square>,
    /// Depth of the search, in plies.
    pub(super) depth: u32,
    /// Whether only one move does not lose at once.
    pub(super) is_forced: bool,
    /// A proved win of the side to move, or a VCF that the opponent threatens.
    pub(super) win: Option<ForcedWin>,
}

impl Evaluation {
    /// The evaluation of a finished game.
    pub(super) const fn of_finished(score: Score) -> Self {
        Self { score, line: Vec::new(), depth: 0, is_forced: false, win: None }
    }

    /// The preferred move.
    pub(super) fn best(&self) -> Option<Square> {
        self.line.first().copied()
    }

    /// The proved win of the side to move.
    pub(super) fn own_win(&self) -> Option<&ForcedWin> {
        self.win.as_ref().filter(|win| !win.is_threat)
    }

    /// A move followed by a line.
    pub(super) fn line_after(&self, square: Square) -> Vec<Square> {
        std::iter::once(square).chain(self.line.iter().copied()).collect()
    }
}

/// Evaluates the positions of a game.
pub(super) struct Evaluator<'a> {
    pub(super) rule: Rule,
    /// Limit for each position.
    pub(super) limit: SearchLimit,
    pub(super) searcher: &'a mut Searcher,
    pub(super) interrupt: &'a Interrupt,
}

impl Evaluator<'_> {
    /// Searches a position up to the limit, also at forced moves.
    pub(super) fn judge(&mut self, board: &Board) -> Evaluation {
        match outcome(board, self.rule) {
            // The side that moved last has won.
            Outcome::Win(_) => return Evaluation::of_finished(Score::loss_in(0)),
            Outcome::Draw => return Evaluation::of_finished(Score::ZERO),
            Outcome::Unfinished => {}
        }
        let mut win = find_forced_win(board, self.rule, ProofSearch::None, self.interrupt);
        let subject = (board, self.rule);
        let result = self.limit.analyze(self.searcher, subject, 1, self.interrupt, &mut Silent).progress;
        if result.score.plies_to_win().is_some() && win.as_ref().is_none_or(|win| win.is_threat) {
            let claimed = find_forced_win(board, self.rule, ProofSearch::Claimed, self.interrupt);
            win = claimed.filter(|win| !win.is_threat).or(win);
        }
        let is_forced = is_forced(board, self.rule);
        let evaluation =
            Evaluation { score: result.score, depth: result.depth, line: result.line, is_forced, win };
        match evaluation.own_win().filter(|win| win.score() > evaluation.score) {
            Some(win) => Evaluation { score: win.score(), line: win.line(), ..evaluation },
            None => evaluation,
        }
    }
}

/// Whether all moves but one let the opponent make a five.
fn is_forced(board: &Board, rule: Rule) -> bool {
    let position = Position::new(board, rule);
    let mover = board.side_to_move();
    let is_attacked = position.has_attack(mover.opponent(), Attack::Five);
    is_attacked && !position.has_attack(mover, Attack::Five) && replies_to_fives(&position).len() == 1
}
