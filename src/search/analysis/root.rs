//! The root of an analysis.

use crate::eval::Score;
use crate::geometry::{Bitboard, Square};
use crate::pattern::Attack;
use crate::search::node::ForcedState;
use crate::search::worker::Worker;

/// On an empty board, first moves are searched up to this distance from the centre.
const EMPTY_BOARD_DISTANCE: u8 = 2;

/// Known lines and moves to search of an analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::search) struct RootLines {
    /// Lines known to win without a search, the fastest first.
    pub(in crate::search) known: Vec<(Vec<Square>, Score)>,
    /// The moves to search, sorted by expectation: all candidates but those that make a five. The lost moves
    /// come last.
    pub(in crate::search) moves: Vec<Square>,
}

impl Worker<'_> {
    /// Lists known wins and the moves to search; `None` without a legal move. Moves that lose at once are
    /// left out unless all do.
    pub(in crate::search) fn prepare_lines(&mut self) -> Option<RootLines> {
        let allowed = self.allowed_squares();
        if allowed.is_empty() {
            return None;
        }
        let own = self.position.side_to_move();
        let fives = *self.position.attacks(own, Attack::Five) & allowed;
        let mut known: Vec<_> = fives.iter().map(|five| (vec![five], Score::win_in(1))).collect();
        let forced = self.forced_state(0);
        if known.is_empty()
            && let Some(win) = self.root_win(&allowed)
        {
            known.push((win.line(), Score::win_in(win.plies())));
        }
        let narrowed = match forced {
            ForcedState::MustStopFive(replies) | ForcedState::MustStopOpenFour(replies) => replies & allowed,
            ForcedState::Free | ForcedState::Settled(_) => self.candidate_squares() & allowed,
        };
        let narrowed = if known.is_empty() { self.defend_against_fours(forced, narrowed) } else { narrowed };
        let squares = if narrowed.is_empty() { allowed } else { narrowed };
        let moves = self.sorted_moves(squares & !fives);
        Some(RootLines { known, moves: self.with_lost_moves(moves) })
    }

    /// Squares near stones; on an empty board those around the centre, one of each symmetry class.
    fn candidate_squares(&self) -> Bitboard {
        let candidates = self.position.candidates();
        if !candidates.is_empty() {
            return candidates | self.extra_candidates();
        }
        let board = self.position.board();
        let center = board.size().center();
        let nearest = board.empty().iter().map(|square| square.distance(center)).min().unwrap_or(0);
        let distance = nearest.max(EMPTY_BOARD_DISTANCE);
        let mut squares = Bitboard::EMPTY;
        let mut seen = Vec::new();
        for square in board.empty().iter().filter(|square| square.distance(center) <= distance) {
            let mut after = board.clone();
            if after.play(square).is_ok() && !seen.contains(&after.canonical_hash()) {
                seen.push(after.canonical_hash());
                squares.insert(square);
            }
        }
        squares
    }
}
