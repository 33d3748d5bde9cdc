//! A search from `go` to its answer.

use super::super::Context;
use super::command::{Go, Mode, Time};
use super::options::Options;
use super::reply;
use crate::clock::Instant;
use crate::engine::{Answer, Change, Purpose, Request, Timing};
use crate::geometry::Square;
use crate::search::Progress;

const MS_PER_SECOND: i64 = 1000;
/// A draw is accepted with at most this score, in centi-units, either way
const DRAW_SCORE: i16 = 50;
/// and when at most one square in so many is free.
const DRAW_FREE_PART: usize = 10;

/// The engine's answer: a move, if there is one.
#[derive(Clone, Copy, Debug)]
struct Best(Option<Square>);

/// A search whose answer is not written yet.
#[derive(Clone, Debug)]
pub(super) struct UcciSearch {
    go: Go,
    /// The options at `go`.
    options: Options,
    /// Whether the answer may come by itself: not before `stop` or `ponderhit` where those are to come.
    is_released: bool,
    /// Whether a stop came.
    is_ending: bool,
    /// An answer that came before it may be written.
    held: Option<Best>,
    last: Option<Progress>,
}

impl UcciSearch {
    /// The state at `go`.
    pub(super) fn new(go: Go, options: Options) -> Self {
        let mut search = Self { go, options, is_released: false, is_ending: false, held: None, last: None };
        // In batch mode nobody waits for it.
        search.is_released = !search.is_endless() || options.is_batch;
        search
    }

    /// Whether a stop or a hit must come to end it, also in batch mode.
    pub(super) fn is_endless(&self) -> bool {
        !self.is_ending && (self.go.ponder || self.go.mode == Mode::Infinite)
    }

    /// Changes that set the clock.
    pub(super) fn changes(&self, options: Options) -> Vec<Change> {
        let Mode::Time(Time { left, moves_to_go, increment }) = self.go.mode else {
            return vec![Change::NoTimes];
        };
        let ms = |time: i64| if options.is_milliseconds { time } else { time.saturating_mul(MS_PER_SECOND) };
        vec![
            Change::NoTimes,
            Change::LeftMs(ms(left)),
            Change::IncrementMs(ms(increment.unwrap_or(0))),
            Change::MovesToGo(moves_to_go),
        ]
    }

    /// What the engine is asked.
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
            timing,
            excluded: banned.to_vec(),
            depth,
            nodes,
            // Somebody wants to look at the position, however clear the move is.
            analysis: self.go.mode == Mode::Infinite,
            ..Request::default()
        }
    }

    /// Writes the state of the search, with details if they are wanted.
    pub(super) fn report(&mut self, progress: &Progress, context: &mut Context) {
        let Ok(size) = context.engine.size() else { return };
        if self.go.mode == Mode::Depth(0) {
            context.output.line(format_args!("info depth 0 score {}", progress.score.centi()));
        } else {
            for line in reply::progress(progress, size) {
                context.output.line(line);
            }
            if self.options.is_debug {
                context.output.line(reply::details(progress));
            }
        }
        self.last = Some(progress.clone());
    }

    /// Ends the search. Says whether the answer was there already and is written.
    pub(super) fn stop(&mut self, context: &mut Context) -> bool {
        context.engine.stop();
        self.is_ending = true;
        self.release(context)
    }

    /// The opponent played what was expected: the clock of a search that ponders begins. Says whether the answer was
    /// there already and is written.
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
        self.release(context)
    }

    /// Lets the answer out, also one that is held.
    fn release(&mut self, context: &mut Context) -> bool {
        self.is_released = true;
        self.held.take().is_some_and(|Best(best)| self.answer(best, context))
    }

    /// Takes in the engine's answer. Says whether it is written.
    pub(super) fn answered(&mut self, answer: Option<&Answer>, context: &mut Context) -> bool {
        let best = match answer {
            Some(Answer::Move(square)) => Some(*square),
            _ => None,
        };
        if self.is_released {
            return self.answer(best, context);
        }
        self.held = Some(Best(best));
        false
    }

    fn answer(&self, best: Option<Square>, context: &mut Context) -> bool {
        let is_lost = self.last.as_ref().is_some_and(|progress| progress.score.plies_to_loss().is_some());
        let resigns = is_lost && self.options.may_resign;
        let asks_for_move = self.go.mode != Mode::Depth(0);
        let (Some(best), Ok(size), true) = (best, context.engine.size(), asks_for_move) else {
            context.output.line("nobestmove");
            return true;
        };
        let line = self.last.as_ref().map_or(&[][..], |progress| &progress.line);
        let reply = line.get(1).copied().filter(|_| line.first() == Some(&best));
        let remark = if resigns {
            " resign"
        } else if self.accepts_draw(context) {
            " draw"
        } else {
            ""
        };
        context.output.line(reply::best_move(best, reply, remark, size));
        true
    }

    fn accepts_draw(&self, context: &Context) -> bool {
        let is_even = self.last.as_ref().is_some_and(|progress| progress.score.centi().abs() <= DRAW_SCORE);
        let free = context.engine.game().map_or(0, |game| game.board().empty_count());
        let area = context.engine.size().map_or(0, crate::geometry::BoardSize::area);
        self.go.draw && is_even && free * DRAW_FREE_PART <= area
    }
}
