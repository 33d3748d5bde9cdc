//! Forced results and forced replies that need no search.

use crate::eval::Score;
use crate::geometry::Bitboard;
use crate::pattern::Attack;
use crate::position::Position;
use crate::search::worker::Worker;
use crate::threat::defence::{replies_to_fives, replies_to_open_fours};

/// The result or the set of replies that fives and open fours force on the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ForcedState {
    /// Win, loss or draw, without a search.
    Settled(Score),
    /// The opponent threatens a five; only these replies stop it.
    MustStopFive(Bitboard),
    /// The opponent threatens an open four; all other moves lose to it.
    MustStopOpenFour(Bitboard),
    /// Nothing is forced.
    Free,
}

impl ForcedState {
    /// Classifies a position `ply` plies below the root.
    pub(crate) fn of(position: &Position, ply: usize) -> Self {
        let own = position.side_to_move();
        let other = own.opponent();
        if position.has_attack(own, Attack::Five) {
            return Self::Settled(Score::win_in(ply + 1));
        }
        if position.board().empty_count() == 0 {
            return Self::Settled(Score::ZERO);
        }
        if position.has_attack(other, Attack::Five) {
            let replies = replies_to_fives(position);
            if replies.is_empty() {
                return Self::Settled(Score::loss_in(ply + 2));
            }
            return Self::MustStopFive(replies);
        }
        let mut open_fours = position.attacks(own, Attack::OpenFour).iter();
        if position.has_attack(own, Attack::OpenFour)
            && open_fours.any(|square| !position.is_forbidden(square, own))
        {
            return Self::Settled(Score::win_in(ply + 3));
        }
        match replies_to_open_fours(position) {
            Some(replies) if replies.is_empty() => Self::Settled(Score::loss_in(ply + 4)),
            Some(replies) => Self::MustStopOpenFour(replies),
            None => Self::Free,
        }
    }
}

impl Worker<'_> {
    /// The forced state of the current position. Above a blocked move only a five that is not blocked and the
    /// end of the board settle it.
    pub(crate) fn forced_state(&self, ply: usize) -> ForcedState {
        if !self.is_above_block(ply) {
            return ForcedState::of(&self.position, ply);
        }
        let own = self.position.side_to_move();
        if !(*self.position.attacks(own, Attack::Five) & !self.blocked_squares(ply)).is_empty() {
            ForcedState::Settled(Score::win_in(ply + 1))
        } else if self.position.board().empty_count() == 0 {
            ForcedState::Settled(Score::ZERO)
        } else {
            ForcedState::Free
        }
    }

    /// Whether some [`BlockedMove`](crate::search::BlockedMove) lies at or below this ply. Such nodes use no
    /// table, VCF or forced replies, which might rely on it.
    pub(crate) fn is_above_block(&self, ply: usize) -> bool {
        self.shared.limits.blocked.iter().any(|blocked| ply <= blocked.ply)
    }

    /// The moves blocked in the current position.
    pub(crate) fn blocked_squares(&self, ply: usize) -> Bitboard {
        let hash = self.position.hash();
        let blocked = self.shared.limits.blocked.iter();
        blocked
            .filter(|blocked| blocked.ply == ply && blocked.hash == hash)
            .map(|blocked| blocked.square)
            .collect()
    }
}
