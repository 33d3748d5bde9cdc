//! What requests are about.

use crate::board::Board;
use crate::engine::Engine;
use crate::rules::Rule;

/// The game when a request was made; it may be carried out later.
#[derive(Clone, Debug)]
pub(super) struct Snapshot {
    /// The rule.
    pub(super) rule: Rule,
    /// The position on the board, once a game was started.
    pub(super) board: Option<Board>,
}

impl Snapshot {
    /// The game as it is now.
    pub(super) fn of(engine: &Engine) -> Self {
        Self { rule: engine.settings().rule, board: engine.game().map(|game| game.board().clone()) }
    }
}
