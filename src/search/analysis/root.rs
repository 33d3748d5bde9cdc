//! What an analysis begins with.

use crate::eval::Score;
use crate::geometry::{Bitboard, Square};
use crate::pattern::Attack;
use crate::search::node::ForcedState;
use crate::search::worker::Worker;

/// First moves on an empty board are looked for up to this far from the centre.
const EMPTY_BOARD_DISTANCE: u8 = 2;

/// The root of an analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::search) struct RootLines {
    /// Lines that are known to win before the search begins, the fastest first.
    pub(in crate::search) known: Vec<(Vec<Square>, Score)>,
    /// The moves to search, the most promising first. A move that makes a five is not among them; others that are known to
    /// win are.
    pub(in crate::search) moves: Vec<Square>,
}

impl Worker<'_> {
    /// Finds out what is known and what is left to choose among; `None` without a legal move. Moves that are known to lose
    /// at once are left out unless all do.
    pub(in crate::search) fn prepare_lines(&mut self) -> Option<RootLines> {
        let allowed = self.allowed_squares();
        if allowed.is_empty() {
            return None;
        }
        let own = self.position.side_to_move();
        let fives = *self.position.attacks(own, Attack::Five) & allowed;
        let mut known: Vec<_> = fives.iter().map(|five| (vec![five], Score::win_in(1))).collect();
        let forced = self.root_situation();
        if known.is_empty()
            && let Some(win) = self.root_win(&allowed)
        {
            known.push((win.line(), Score::win_in(win.plies())));
        }
        let narrowed = match forced {
            ForcedState::MustStopFive(replies) | ForcedState::MustStopOpenFour(replies) => replies & allowed,
            ForcedState::Free | ForcedState::Settled(_) => self.squares_in_question() & allowed,
        };
        let narrowed = if known.is_empty() { self.defend_against_fours(forced, narrowed) } else { narrowed };
        let squares = if narrowed.is_empty() { allowed } else { narrowed };
        Some(RootLines { known, moves: self.sorted_moves(squares & !fives) })
    }

    /// Squares near stones; around the centre if there are none, one of each kind that symmetry makes equal.
    fn squares_in_question(&self) -> Bitboard {
        let near = self.position.candidates();
        if !near.is_empty() {
            return near | self.cautious_squares();
        }
        let board = self.position.board();
        let center = board.size().center();
        let least = board.empty().iter().map(|square| square.distance(center)).min().unwrap_or(0);
        let reach = least.max(EMPTY_BOARD_DISTANCE);
        let mut squares = Bitboard::EMPTY;
        let mut seen = Vec::new();
        for square in board.empty().iter().filter(|square| square.distance(center) <= reach) {
            let mut after = board.clone();
            if after.play(square).is_ok() && !seen.contains(&after.canonical_hash()) {
                seen.push(after.canonical_hash());
                squares.insert(square);
            }
        }
        squares
    }
}
