//! What is decided in openings, and the answers.

use crate::geometry::Square;
use crate::opening::Choice;

/// What the engine decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A move.
    Move(Square),
    /// Swap colours.
    Swap,
    /// Two stones, white then black; the opponent chooses the colour.
    Pair([Square; 2]),
    /// The three stones that open a Swap2 game: black, white, black.
    Opening([Square; 3]),
    /// Soosorv's fourth move, and how many fifth moves black must offer.
    Fourth {
        /// The stone.
        stone: Square,
        /// From 1 to 8.
        fifths: usize,
    },
    /// Fifth moves that are offered; white keeps one.
    Several(Vec<Square>),
    /// Choices in a dialogue about an opening; none if it is complete.
    Choices(Vec<Choice>),
}

/// Most fifth moves that white may demand under Soosorv's rule.
pub(crate) const MAX_FIFTHS: usize = 8;

/// A decision of an opening rule, or a balanced move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The Swap2 decision after 0, 3 or 5 stones.
    Swap2 {
        /// Seed of the openings that are tried.
        seed: u64,
    },
    /// The move after which its player's score is nearest to `bias`, in centi-units. It is played.
    BalanceOne {
        /// The target score.
        bias: i16,
    },
    /// The two moves, one of each side, after which the score of the side to move is nearest to `bias`. They
    /// are played.
    BalanceTwo {
        /// The target score.
        bias: i16,
    },
    /// Soosorv: the most even of the 26 openings of renju.
    RenjuOpening,
    /// Soosorv: the fourth move and the number of fifth moves that make the game most even.
    Fourth,
    /// Soosorv: whether to swap to white instead of offering this many fifth moves as black.
    TakeFourth {
        /// Fifth moves that black must offer.
        fifths: usize,
    },
    /// Soosorv: black's best fifth moves of which no two are symmetric.
    OfferFifths {
        /// How many.
        fifths: usize,
    },
    /// The fifth move, of those that are not excluded, that is the worst for black.
    KeepFifth,
}

impl Decision {
    /// Whether the answer's stones are played on the engine's board.
    pub const fn is_played(self) -> bool {
        matches!(self, Self::BalanceOne { .. } | Self::BalanceTwo { .. })
    }
}
