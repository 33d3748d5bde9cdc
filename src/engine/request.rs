//! What the engine can be asked for, and its answers.

use std::time::Duration;

use crate::geometry::Square;

/// How to think about the position on the board. The default is a move in a game: under the clock and the limits of
/// the settings, and played on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// What is done with the answer.
    pub purpose: Purpose,
    /// Whether the clock limits the search.
    pub timing: Timing,
    /// Root moves that are not searched.
    pub excluded: Vec<Square>,
    /// Move sequences of at least two moves from this position; the last move of each is not searched after the others.
    pub blocked: Vec<Vec<Square>>,
    /// Maximum depth, from 1; `None` for that of the settings.
    pub depth: Option<u32>,
    /// Maximum number of nodes, from 1; `None` for that of the settings.
    pub nodes: Option<u64>,
    /// `MultiPV`: lines to search and to report as [`EngineEvent::Lines`](super::EngineEvent::Lines); 0 counts as 1.
    pub lines: u32,
    /// Whether to use all the time even if the move is clear, see
    /// [`Limits::analysis`](crate::search::Limits::analysis).
    pub analysis: bool,
}

/// What is done with an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// It is played on the engine's board.
    #[default]
    Play,
    /// It is only reported.
    Consider,
    /// As `Consider`, but the side to move may also swap colours, and does so if its score is negative.
    Exchange,
}

/// Whether the clock limits a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Timing {
    /// The time control of the settings applies.
    #[default]
    Clock,
    /// Only depth, nodes and a stop end the search, until [`Engine::start_clock`](super::Engine::start_clock).
    Unlimited,
}

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
    /// Soosorv's fourth stone, and how many fifth stones black must offer.
    Fourth {
        /// The stone.
        stone: Square,
        /// From 1 to 8.
        fifths: usize,
    },
    /// Fifth stones that are offered; white keeps one.
    Several(Vec<Square>),
}

/// Optimum time of an opening decision, whatever the clock allows.
pub(super) const DECISION_OPTIMUM: Duration = Duration::from_secs(10);
/// Maximum time of an opening decision.
pub(super) const DECISION_MAXIMUM: Duration = Duration::from_secs(20);
/// Most fifth stones that white may demand under Soosorv's rule.
pub const MAX_FIFTHS: usize = 8;

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
    /// The two moves, one of each side, after which the score of the side to move is nearest to `bias`. They are played.
    BalanceTwo {
        /// The target score.
        bias: i16,
    },
    /// Soosorv: the most even of the 26 openings of renju.
    RenjuOpening,
    /// Soosorv: the fourth stone and the number of fifth stones that make the game most even.
    Fourth,
    /// Soosorv: whether to swap to white instead of offering this many fifth stones as black.
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
