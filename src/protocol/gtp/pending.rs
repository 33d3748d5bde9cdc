//! What a session is busy with.

use std::time::Instant;

use super::super::Context;
use super::report::Options;
use crate::engine::Purpose;
use crate::geometry::Color;

/// A move that the engine is asked for.
#[derive(Debug)]
pub(super) struct Waiting {
    pub(super) color: Color,
    pub(super) purpose: Purpose,
    pub(super) received: Instant,
    /// Whose turn it was before.
    pub(super) turn: Color,
    /// How the search is reported meanwhile.
    pub(super) watch: Option<Options>,
}

/// An analysis that runs, or ran to its end and waits for a line.
#[derive(Debug)]
pub(super) struct Analysis {
    pub(super) options: Options,
    /// Whose turn it was before.
    pub(super) turn: Color,
}

impl Analysis {
    /// Ends the response.
    pub(super) fn close(self, context: &mut Context) {
        // The game is there, or it would not have been analysed.
        let _ = context.engine.give_turn(self.turn);
        context.output.line("");
    }
}
