//! What is thought of one position.

use crate::analyze::{ForcedWin, find_forced_win};
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

/// What is known of a position, from the side to move.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// What the position is worth.
    pub(super) score: Score,
    /// The best line; empty if the game is over.
    pub(super) line: Vec<Square>,
    /// Depth of the search, in plies.
    pub(super) depth: u32,
    /// Whether there is only one move that does not lose at once.
    pub(super) is_forced: bool,
    /// A win by fours of the side to move, or one that the other side threatens.
    pub(super) win: Option<ForcedWin>,
}

impl Known {
    /// A finished game.
    pub(super) const fn over(score: Score) -> Self {
        Self { score, line: Vec::new(), depth: 0, is_forced: false, win: None }
    }

    /// The preferred move.
    pub(super) fn best(&self) -> Option<Square> {
        self.line.first().copied()
    }

    /// The win by fours of the side to move.
    pub(super) fn own_win(&self) -> Option<&ForcedWin> {
        self.win.as_ref().filter(|win| !win.is_threat)
    }

    /// The line of a move and what follows it.
    pub(super) fn line_after(&self, square: Square) -> Vec<Square> {
        std::iter::once(square).chain(self.line.iter().copied()).collect()
    }
}

/// Judges the positions of one game.
pub(super) struct Judge<'a> {
    pub(super) rule: Rule,
    /// Bounds for each position.
    pub(super) limit: SearchLimit,
    pub(super) searcher: &'a mut Searcher,
    pub(super) interrupt: &'a Interrupt,
}

impl Judge<'_> {
    /// Searches a position as long as asked, also where the move is forced.
    pub(super) fn judge(&mut self, board: &Board) -> Known {
        match outcome(board, self.rule) {
            // The last mover has won.
            Outcome::Win(_) => return Known::over(Score::loss_in(0)),
            Outcome::Draw => return Known::over(Score::ZERO),
            Outcome::Unfinished => {}
        }
        let win = find_forced_win(board, self.rule, self.interrupt);
        let subject = (board, self.rule);
        let result = self.limit.analyze(self.searcher, subject, 1, self.interrupt, &mut Silent).progress;
        let is_forced = is_forced(board, self.rule);
        let known = Known { score: result.score, depth: result.depth, line: result.line, is_forced, win };
        match known.own_win().filter(|win| win.score() > known.score) {
            Some(win) => Known { score: win.score(), line: win.line(), ..known },
            None => known,
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
