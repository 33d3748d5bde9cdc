//! What the engine can be asked for, and its answers.

use std::time::Duration;

use super::Decision;
use crate::geometry::Square;

/// How to think about the position on the board. The default is a move in a game: under the clock and the
/// limits of the settings, and played on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// What is decided; a move if `None`.
    pub decision: Option<Decision>,
    /// What is done with the answer.
    pub purpose: Purpose,
    /// Whether an answer that is not played on the engine's board may be drawn from moves of nearly the same
    /// score, as one that is.
    pub may_vary: bool,
    /// Whether the clock limits the search.
    pub timing: Timing,
    /// Root moves that are not searched.
    pub excluded: Vec<Square>,
    /// Move sequences of at least two moves from this position; the last move of each is not searched after
    /// the others.
    pub blocked: Vec<Vec<Square>>,
    /// Maximum depth, from 1; `None` for that of the settings.
    pub depth: Option<u32>,
    /// Maximum number of nodes, from 1; `None` for that of the settings.
    pub nodes: Option<u64>,
    /// `MultiPV`: lines to search and to report as [`EngineEvent::Lines`](super::EngineEvent::Lines); 0
    /// counts as 1.
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
    /// Only depth, nodes and a stop end the search, until
    /// [`Engine::start_clock`](super::Engine::start_clock).
    Unlimited,
}

/// Optimum time of an opening decision, whatever the clock allows.
pub(super) const DECISION_OPTIMUM: Duration = Duration::from_secs(10);
/// Maximum time of an opening decision.
pub(super) const DECISION_MAXIMUM: Duration = Duration::from_secs(20);
