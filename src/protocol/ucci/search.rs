//! A search from `go` to its answer.

use super::super::Context;
use super::super::pending::PendingAnswer;
use super::command::{Go, Mode, Time};
use super::options::Options;
use super::reply;
use crate::clock::Instant;
use crate::engine::{Answer, Change, Purpose, Request, Timing};
use crate::geometry::Square;
use crate::search::Progress;

const MS_PER_SECOND: i64 = 1000;
/// Largest score, either way, with which a draw is accepted, in centi-units,
const DRAW_SCORE: i16 = 50;
/// and largest part of free squares: 1 / this.
const DRAW_FREE_PART: usize = 10;

/// A search whose answer is not written yet.
#[derive(Clone, Debug)]
pub(super) struct UcciSearch {
    go: Go,
    /// The options at `go`.
    options: Options,
    /// Whether `stop` came.
    is_ending: bool,
    /// Held back until `stop` or `ponderhit` where those are to come.
    pub(super) answer: PendingAnswer,
}

impl UcciSearch {
    /// The state at `go`.
    pub(super) fn new(go: Go, options: Options) -> Self {
        let is_endless = go.ponder || go.mode == Mode::Infinite;
        // In batch mode the answer comes by itself.
        let answer = PendingAnswer::new(!is_endless || options.is_batch);
        Self { go, options, is_ending: false, answer }
    }

    /// Whether only `stop` or `ponderhit` ends it, also in batch mode.
    pub(super) fn is_endless(&self) -> bool {
        !self.is_ending && (self.go.ponder || self.go.mode == Mode::Infinite)
    }

    /// The changes of settings for the clock.
    pub(super) fn changes(&self) -> Vec<Change> {
        let Mode::Time(Time { left, moves_to_go, increment }) = self.go.mode else {
            return vec![Change::NoTimes];
        };
        let unit_ms = if self.options.is_milliseconds { 1 } else { MS_PER_SECOND };
        vec![
            Change::NoTimes,
            Change::LeftMs(left.saturating_mul(unit_ms)),
            Change::IncrementMs(increment.unwrap_or(0).saturating_mul(unit_ms)),
            Change::MovesToGo(moves_to_go),
        ]
    }

    /// The request to the engine.
    pub(super) fn request(&self, banned: &[Square]) -> Request {
        let (depth, nodes) = match self.go.mode {
            Mode::Depth(depth) => (Some(depth.max(1)), None),
            Mode::Nodes(nodes) => (None, Some(nodes)),
            Mode::Infinite | Mode::Time(_) => (None, None),
        };
        let is_timed = matches!(self.go.mode, Mode::Time(_)) && !self.go.ponder;
        let timing = if is_timed { Timing::Clock } else { Timing::Unlimited };
        Request {
            purpose: Purpose::Consider,
            may_vary: self.go.mode != Mode::Infinite,
            timing,
            excluded: banned.to_vec(),
            depth,
            nodes,
            // An analysis uses all the time, however clear the move is.
            analysis: self.go.mode == Mode::Infinite,
            ..Request::default()
        }
    }

    /// Writes the progress of the search, with details in debug mode.
    pub(super) fn report(&mut self, progress: &Progress, context: &mut Context) {
        let Ok(size) = context.engine.session().size() else { return };
        if self.go.mode == Mode::Depth(0) {
            context.output.line(format_args!("info depth 0 score {}", progress.score.centi()));
        } else {
            context.output.lines(reply::progress(progress, size));
            if self.options.is_debug {
                context.output.line(reply::details(progress));
            }
        }
        self.answer.note(progress);
    }

    /// Stops the search. Returns whether the answer has come already.
    pub(super) fn stop(&mut self, context: &mut Context) -> bool {
        context.engine.stop();
        self.is_ending = true;
        self.answer.release()
    }

    /// The opponent played the expected move: starts the clock of a pondering search. Returns whether the
    /// answer is released and has come already.
    pub(super) fn ponder_hit(&mut self, draw: bool, received: Instant, context: &mut Context) -> bool {
        if !std::mem::take(&mut self.go.ponder) {
            return false;
        }
        self.go.draw |= draw;
        match self.go.mode {
            Mode::Infinite => return false,
            Mode::Time(_) => context.engine.start_clock(received),
            Mode::Depth(_) | Mode::Nodes(_) => {}
        }
        self.answer.release()
    }

    /// Writes the answer, which has come.
    pub(super) fn write_answer(&self, context: &mut Context) {
        let asks_for_move = self.go.mode != Mode::Depth(0);
        let (Some(&Answer::Move(best)), Ok(size), true) =
            (self.answer.answer(), context.engine.session().size(), asks_for_move)
        else {
            return context.output.line("nobestmove");
        };
        let score = self.answer.last().map(|progress| progress.score);
        let is_lost = score.is_some_and(|score| score.plies_to_loss().is_some());
        let remark = if is_lost && self.options.may_resign {
            " resign"
        } else if self.accepts_draw(context) {
            " draw"
        } else {
            ""
        };
        context.output.line(reply::best_move(best, self.answer.ponder_move(best), remark, size));
    }

    fn accepts_draw(&self, context: &Context) -> bool {
        let is_even = self.answer.last().is_some_and(|progress| progress.score.centi().abs() <= DRAW_SCORE);
        let free = context.engine.session().game().map_or(0, |game| game.board().empty_count());
        let area = context.engine.session().size().map_or(0, crate::geometry::BoardSize::area);
        self.go.draw && is_even && free * DRAW_FREE_PART <= area
    }
}
