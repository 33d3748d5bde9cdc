//! A search on the opponent's time, and the way to what it is about.

use std::sync::Arc;

use crate::board::Board;
use crate::search::Control;

/// A search ahead of the game.
#[derive(Debug)]
pub(super) struct PonderSearch {
    control: Arc<Control>,
    /// The positions from the one that was on the board to the one that is thought about.
    expected: Vec<Board>,
}

impl PonderSearch {
    pub(super) const fn new(control: Arc<Control>, expected: Vec<Board>) -> Self {
        Self { control, expected }
    }

    /// Whether nobody has ended it.
    pub(super) fn is_running(&self) -> bool {
        !self.control.is_stopped()
    }

    pub(super) fn stop(&self) {
        self.control.stop();
    }

    /// Whether a position lies on the way.
    pub(super) fn passes(&self, board: &Board) -> bool {
        let is_same = |other: &Board| {
            other.size() == board.size() && other.hash() == board.hash() && other.empty() == board.empty()
        };
        self.expected.iter().any(is_same)
    }
}
