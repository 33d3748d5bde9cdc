//! The state of a session, and the form of responses.

use std::time::Duration;

use super::super::Context;
use super::super::pending::PendingAnswer;
use super::failure::Failure;
use super::report::Options;
use super::times::Times;
use crate::clock::Instant;
use crate::engine::{Game, Purpose};
use crate::geometry::{BoardSize, Color, Square};
use crate::search::{Progress, Variation};

/// GTP for one session.
#[derive(Debug, Default)]
pub struct Gtp {
    /// The number of the current command.
    pub(super) id: Option<u32>,
    /// The search whose response is not complete.
    pub(super) pending: Option<Pending>,
    /// The clocks of both players.
    pub(super) times: Times,
    /// The last progress of the last search, with its board size and side to move.
    pub(super) last_search: Option<(Progress, BoardSize, Color)>,
    /// Its lines, if it searched several.
    pub(super) last_lines: Vec<Variation>,
    /// For each trial move that was not taken back the number of plies and the side to move before it.
    pub(super) trials: Vec<(usize, Color)>,
    /// Stored for the controller; it affects no result.
    pub(super) komi: f64,
    /// Thinking time of the session.
    pub(super) thinking: Duration,
}

impl Gtp {
    /// A session that just began.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether an analysis lasts until the next line.
    pub(super) fn is_analysing(&self) -> bool {
        self.pending.as_ref().is_some_and(|pending| pending.wanted == Wanted::Analysis)
    }

    /// Ends the response of an analysis.
    pub(super) fn close_analysis(&mut self, context: &mut Context) {
        if let Some(analysis) = self.pending.take_if(|pending| pending.wanted == Wanted::Analysis) {
            // There is a game: it was analysed.
            let _ = context.engine.give_turn(analysis.turn);
            context.output.line("");
        }
    }

    /// Writes a response.
    pub(super) fn succeed(&self, text: &str, context: &mut Context) {
        context.output.line(format_args!("{}\n", self.begin(text)));
    }

    /// The beginning of a response.
    pub(super) fn begin(&self, text: &str) -> String {
        let id = self.id.map(|id| id.to_string()).unwrap_or_default();
        let blank = if text.is_empty() || text.starts_with('\n') { "" } else { " " };
        format!("={id}{blank}{text}")
    }

    /// Writes the response to a failed command.
    pub(super) fn fail(&self, failure: &Failure, context: &mut Context) {
        let id = self.id.map(|id| id.to_string()).unwrap_or_default();
        let text = failure.to_string().replace(char::is_control, " ");
        context.output.line(format_args!("?{id} {text}\n"));
    }

    /// The part of the last search's PV after the moves that were played since, and its first side to move.
    pub(super) fn line_ahead(&self, game: &Game) -> (&[Square], Color) {
        let size = game.board().size();
        let last = self.last_search.as_ref().filter(|(_, searched, _)| *searched == size);
        let Some((progress, _, color)) = last else { return (&[], game.board().side_to_move()) };
        let plies = game.plies();
        let is_played = |&count: &usize| {
            let played = plies.iter().skip(plies.len() - count).map(|ply| ply.square);
            played.eq(progress.line.iter().take(count).copied().map(Some))
        };
        let most = plies.len().min(progress.line.len());
        let count = (0..=most).rev().find(is_played).unwrap_or(0);
        let ahead = progress.line.get(count..).unwrap_or_default();
        (ahead, if count.is_multiple_of(2) { *color } else { color.opponent() })
    }
}

/// How the response to a search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// With the vertex of the move, or with choices in an opening.
    Move,
    /// With the best moves and their win rates.
    TopMoves,
    /// With the expected result.
    Estimate,
    /// An analysis: with the next line, even if the search has ended before.
    Analysis,
}

/// A search whose response is not complete.
#[derive(Debug)]
pub(super) struct Pending {
    pub(super) wanted: Wanted,
    pub(super) color: Color,
    pub(super) purpose: Purpose,
    pub(super) received: Instant,
    /// The side to move before.
    pub(super) turn: Color,
    /// Reports of the running search.
    pub(super) report: Option<Options>,
    pub(super) answer: PendingAnswer,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_that_is_shown_begins_behind_the_moves_that_were_played() {
        let line = [7, 8, 9].map(|x| Square::at(x, 7));
        let progress = Progress { line: line.to_vec(), ..Progress::default() };
        let size = BoardSize::default();
        let gtp = Gtp { last_search: Some((progress, size, Color::Black)), ..Gtp::default() };
        let mut game = Game::new(size);
        assert_eq!(gtp.line_ahead(&game), (&line[..], Color::Black));
        game.play(line[0]).unwrap();
        assert_eq!(gtp.line_ahead(&game), (&line[1..], Color::White));
        game.play(line[1]).unwrap();
        assert_eq!(gtp.line_ahead(&game), (&line[2..], Color::Black));
        let smaller = Game::new(BoardSize::new(5, 5).unwrap());
        for (gtp, game) in [(Gtp::default(), game), (gtp, smaller)] {
            assert_eq!(gtp.line_ahead(&game), (&[][..], Color::Black));
        }
    }
}
