//! What opening rules ask for, and what it may cost.

use std::time::Duration;

/// What an ordinary decision may cost, however much time there is.
pub(super) const OPTIMUM: Duration = Duration::from_secs(10);
/// What any decision may cost.
pub(super) const MAXIMUM: Duration = Duration::from_secs(20);
/// Most fifth stones that Soosorv's rule lets white ask for.
pub const MAX_FIFTHS: usize = 8;

/// A decision other than the best move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// What Swap2 asks for after 0, 3 or 5 stones.
    Swap2 {
        /// Chooses among openings.
        seed: u64,
    },
    /// The move after which the score of who makes it is nearest to `bias`, in centi-units. It is played.
    BalanceOne {
        /// The score that is wanted.
        bias: i16,
    },
    /// The two moves, one of each side, after which the score of the side to move is nearest to `bias`. They are played.
    BalanceTwo {
        /// The score that is wanted.
        bias: i16,
    },
    /// Soosorv: the most even of the 26 openings of renju.
    RenjuOpening,
    /// Soosorv: the fourth stone and the number of fifth stones that make the game most even.
    Fourth,
    /// Soosorv: whether black, to offer so many fifth stones, would rather be white.
    TakeFourth {
        /// Fifth stones that black must offer.
        fifths: usize,
    },
    /// Soosorv: black's best fifth stones of which no two are symmetric.
    OfferFifths {
        /// How many.
        fifths: usize,
    },
    /// The fifth stone, of those that are not excluded, that is the worst for black.
    KeepFifth,
}

impl Decision {
    /// Whether the answer's stones are played on the engine's board.
    pub(super) const fn is_played(self) -> bool {
        matches!(self, Self::BalanceOne { .. } | Self::BalanceTwo { .. })
    }
}
