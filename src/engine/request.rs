//! What can be asked for beyond a plain move.

use crate::geometry::Square;

/// How to think about the position on the board. The default is what a game asks for: a move under the clock and the
/// limits of the settings, played on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// What becomes of the answer.
    pub purpose: Purpose,
    /// Whether the clock ends the search.
    pub timing: Timing,
    /// Moves that must not be the answer.
    pub excluded: Vec<Square>,
    /// Paths of moves from this position, two at least, whose last move is not played in the position before it.
    pub blocked: Vec<Vec<Square>>,
    /// Deepest iteration, from 1; none means that of the settings.
    pub depth: Option<u32>,
    /// Nodes of the search, from 1; none means that of the settings.
    pub nodes: Option<u64>,
    /// Lines of play to find and to tell as [`EngineEvent::Lines`](super::EngineEvent::Lines); 0 counts as 1.
    pub lines: u32,
    /// Whether to think as long as the timing allows, whatever the position, see
    /// [`Limits::analysis`](crate::search::Limits::analysis).
    pub analysis: bool,
}

/// What becomes of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// It is played on the engine's board.
    #[default]
    Play,
    /// It is told; the board stays as it is.
    Consider,
    /// As `Consider`, but the side to move may also take the other colour, and does if it stands worse.
    Exchange,
}

/// Whether the clock ends a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Timing {
    /// The times of the settings do.
    #[default]
    Clock,
    /// Nothing does but depth, nodes and a stop, until [`Engine::start_clock`](super::Engine::start_clock).
    Unlimited,
}
