//! The position of a request.

use crate::board::Board;
use crate::engine::Engine;
use crate::rules::Rule;

/// Rule and position when a request was made; it may be carried out later.
#[derive(Clone, Debug)]
pub(super) struct Snapshot {
    /// The rule.
    pub(super) rule: Rule,
    /// The position on the board; `None` before the first game.
    pub(super) board: Option<Board>,
}

impl Snapshot {
    /// The current rule and position.
    pub(super) fn of(engine: &Engine) -> Self {
        Self {
            rule: engine.session().settings().rule,
            board: engine.session().game().map(|game| game.board().clone()),
        }
    }
}
