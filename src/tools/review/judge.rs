//! What is thought of one position.

use super::ReviewOptions;
use super::plies::backed_up;
use crate::board::Board;
use crate::eval::Score;
use crate::geometry::Square;
use crate::pattern::Attack;
use crate::position::Position;
use crate::rules::{Outcome, Rule, outcome};
use crate::search::{SearchResult, Searcher, Silent};
use crate::threat::answers::replies_to_fives;
use crate::tools::analyze::{ForcedWin, find_forced_win};
use crate::tools::interrupt::Interrupt;

/// Each step of the end of a proven line is searched with one part in so many of a position's effort: the table knows
/// most of it.
const PARTS_OF_A_LINE: u32 = 4;

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
    const fn over(score: Score) -> Self {
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
    pub(super) options: &'a ReviewOptions,
    pub(super) searcher: Searcher,
    pub(super) interrupt: &'a Interrupt,
}

impl Judge<'_> {
    /// Searches a position. `next` is the move that was played in it and what is known of the position after that, if
    /// anything: it is not searched again where the move was forced.
    pub(super) fn judge(&mut self, board: &Board, next: Option<(Square, &Known)>) -> Known {
        match outcome(board, self.rule) {
            // The last mover has won.
            Outcome::Win(_) => return Known::over(Score::loss_in(0)),
            Outcome::Draw => return Known::over(Score::ZERO),
            Outcome::Unfinished => {}
        }
        let win = find_forced_win(board, self.rule, self.interrupt);
        let (rule, options) = (self.rule, self.options);
        let result =
            options.effort.search(&mut self.searcher, (board, rule), &[], self.interrupt, &mut Silent);
        let is_forced = is_forced(board, rule);
        let known = Known {
            score: result.progress.score,
            depth: result.progress.depth,
            line: result.progress.line.clone(),
            is_forced,
            win,
        };
        let known = match result.best.filter(|_| was_not_searched(&result)) {
            Some(only) => self.look_further(board, known, only, next),
            None => known,
        };
        let known = match known.own_win().filter(|win| win.score() >= known.score) {
            Some(win) => Known { score: win.score(), line: win.line(), ..known },
            None => known,
        };
        self.with_whole_line(board, known)
    }

    /// Goes on with the line of a proven result up to the five, as far as the search still sees the result.
    fn with_whole_line(&mut self, board: &Board, mut known: Known) -> Known {
        let score = known.score;
        let Some(plies) = score.plies_to_win().or(score.plies_to_loss()) else { return known };
        let effort = self.options.effort.divided(PARTS_OF_A_LINE);
        let mut end = board.clone();
        let mut added = known.line.clone();
        loop {
            for &square in &added {
                if end.play(square).is_err() {
                    return known;
                }
            }
            let is_over = outcome(&end, self.rule) != Outcome::Unfinished;
            if is_over || known.line.len() >= plies || self.interrupt.is_raised() {
                return known;
            }
            let result =
                effort.search(&mut self.searcher, (&end, self.rule), &[], self.interrupt, &mut Silent);
            let seen = result.progress.score;
            let is_winner = (score.plies_to_win().is_some()) == known.line.len().is_multiple_of(2);
            let is_same = if is_winner { seen.plies_to_win() } else { seen.plies_to_loss() }.is_some();
            if !is_same || result.progress.line.is_empty() {
                return known;
            }
            added = result.progress.line;
            known.line.extend_from_slice(&added);
        }
    }

    /// Judges a position with one move by the position after that move.
    fn look_further(
        &mut self,
        board: &Board,
        known: Known,
        only: Square,
        next: Option<(Square, &Known)>,
    ) -> Known {
        let mut after = board.clone();
        if self.interrupt.is_raised() || after.play(only).is_err() {
            return known;
        }
        let searched = match next.filter(|&(played, _)| played == only) {
            Some((_, next)) => next.clone(),
            None => self.judge(&after, None),
        };
        let line = searched.line_after(only);
        Known { score: backed_up(searched.score), line, depth: searched.depth + 1, ..known }
    }
}

/// Whether the search has named the only move without looking at what comes of it.
fn was_not_searched(result: &SearchResult) -> bool {
    let progress = &result.progress;
    progress.depth <= 1 && progress.line.len() <= 1 && !progress.score.is_decided()
}

/// Whether all moves but one let the opponent make a five.
fn is_forced(board: &Board, rule: Rule) -> bool {
    let position = Position::new(board, rule);
    let mover = board.side_to_move();
    let is_attacked = position.has_attack(mover.opponent(), Attack::Five);
    is_attacked && !position.has_attack(mover, Attack::Five) && replies_to_fives(&position).len() == 1
}
