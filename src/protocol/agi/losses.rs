//! `INFO LOSE`: proven losing moves, each reported once.

use super::command::Go;
use super::token::names;
use crate::board::Board;
use crate::geometry::{Bitboard, Square};
use crate::position::{Position, near_stones};
use crate::rules::Rule;
use crate::search::{ForcedState, Progress, Variation};

/// The moves that were reported in a search.
#[derive(Clone, Debug, Default)]
pub(super) struct Losses {
    reported: Bitboard,
}

impl Losses {
    /// A line with those of some squares that were not reported yet.
    fn report(&mut self, squares: impl IntoIterator<Item = Square>) -> Option<String> {
        let known = self.reported;
        let new: Vec<Square> = squares.into_iter().filter(|&square| !known.contains(square)).collect();
        for &square in &new {
            self.reported.insert(square);
        }
        (!new.is_empty()).then(|| format!("INFO LOSE {}", names(&new)))
    }

    /// Before the search: moves that lose at once, among the root moves to search or else those near stones.
    pub(super) fn before(&mut self, board: &Board, rule: Rule, go: &Go) -> Option<String> {
        let stones = board.history().iter().copied().flatten();
        let candidates = match &go.search {
            Some(only) => only.iter().copied().collect::<Bitboard>() & *board.empty(),
            None => near_stones(stones, board.empty()),
        };
        self.report(lost_at_once(&Position::new(board, rule), candidates).iter())
    }

    /// After an iteration: if it proves a loss, every root move loses.
    pub(super) fn after(&mut self, progress: &Progress, go: &Go) -> Option<String> {
        progress.score.plies_to_loss()?;
        match &go.search {
            Some(only) => self.report(only.iter().copied()),
            None => self.report(progress.line.first().copied()),
        }
    }

    /// The losing lines of a search with several lines.
    pub(super) fn among(&mut self, lines: &[Variation]) -> Option<String> {
        let is_lost = |line: &&Variation| line.progress.score.plies_to_loss().is_some();
        self.report(lines.iter().filter(is_lost).filter_map(Variation::first))
    }
}

/// The moves that do not stop a five or an open four of the opponent, and forbidden ones. None if the side to
/// move wins at once.
fn lost_at_once(position: &Position, moves: Bitboard) -> Bitboard {
    let legal: Bitboard = moves.iter().filter(|&square| position.is_legal(square)).collect();
    let kept = match ForcedState::of(position, 0) {
        ForcedState::MustStopFive(replies) | ForcedState::MustStopOpenFour(replies) => legal & replies,
        ForcedState::Settled(score) if score.plies_to_loss().is_some() => Bitboard::EMPTY,
        ForcedState::Settled(_) | ForcedState::Free => legal,
    };
    moves & !kept
}
