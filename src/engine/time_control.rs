//! The clock: from the manager's times to the time budget of a search.
//!
//! A safety margin is kept back from every limit. It is small at first, for moves of 50 milliseconds, and
//! grows by the lateness of earlier moves on this machine.

use std::time::Duration;

use super::TimeSettings;
use super::plan::{Plan, milliseconds};

/// A time left of this much means no limit.
pub const NO_LIMIT_MS: i64 = i32::MAX as i64;
/// Turn and match limits by which Yixin-Board asks for an analysis without a limit.
const ANALYSIS_MS: (i64, i64) = (2_000_000, 100_000_000);
/// Time of a move without any limit.
const DEFAULT_TURN_MS: i64 = 5_000;
/// Margin kept back from short moves, in milliseconds.
const MIN_MARGIN_MS: i64 = 15;
/// Margin kept back from long moves.
const MAX_MARGIN_MS: i64 = 40;
/// Up to this limit the shortest margin applies.
const SHORT_TURN_MS: i64 = 50;
/// Above, the margin grows by a millisecond for each of these.
const MARGIN_STEP_MS: i64 = 25;
/// Maximum lateness that counts. More is an accident, not a property of the machine, unless the move before was
/// late, too.
const MAX_LATENESS_MS: i64 = 500;
/// The time left is divided by this, plus one for each own move before [`EARLY_MOVES`]: most games are
/// decided after 12 to 25 own moves, and time left then is wasted.
const MIN_DIVISOR: i64 = 8;
/// Number of own moves of the opening phase.
const EARLY_MOVES: i64 = 10;
/// Own stones that an opening may have set; further stones count as moves.
const OPENING_STONES: i64 = 4;
/// From this own move on each two moves add one to the divisor, so that the time lasts for a hundred moves.
const LONG_GAME_MOVES: i64 = 15;
/// From this own move on each two moves add another one: such games may fill the board.
const ENDLESS_GAME_MOVES: i64 = 30;
/// Maximum time of a move: the time left divided by this.
const MAXIMUM_DIVISOR: i64 = 5;
/// With pondering a move gets 1 / this more time: some of it comes back by ponder hits.
const PONDERING_PART: i64 = 5;
/// The clock of a game: the time left by the manager's last message, and the time used since.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Clock {
    used_ms: i64,
    /// Own moves of this game so far.
    moves: i64,
    given: Option<TimeLeft>,
    /// Part of the margins.
    lateness_ms: i64,
    /// How late the last move was.
    last_late_ms: i64,
}

/// A time left, as sent.
#[derive(Clone, Copy, Debug)]
struct TimeLeft {
    left_ms: i64,
    /// The time used when it was sent.
    at_used_ms: i64,
    /// Whether no move has begun since.
    is_fresh: bool,
}

impl Clock {
    /// Sets the time left by the manager's message: 0 or less means to move at once, 2147483647 means no
    /// limit.
    pub(super) fn set_left(&mut self, left_ms: i64) {
        self.given = Some(TimeLeft { left_ms, at_used_ms: self.used_ms, is_fresh: true });
    }

    /// Forgets the time left and the time used.
    pub(super) const fn forget_left(&mut self) {
        self.given = None;
        self.used_ms = 0;
    }

    /// Begins a move. Own stones count as moves, since a position may be set up in the middle of a game, and
    /// moves beyond them belong to an earlier game or were taken back.
    pub(super) fn begin_move(&mut self, own: usize) {
        self.given.iter_mut().for_each(|given| given.is_fresh = false);
        let own = i64::try_from(own).unwrap_or(i64::MAX);
        self.moves = self.moves.min(own).max(own - OPENING_STONES);
    }

    /// Begins a game. A time left that came since the last move, or during it, applies to the game.
    pub(super) fn new_game(&mut self, time: &TimeSettings) {
        let is_match_known = time.match_ms.is_some_and(|ms| ms > 0);
        self.given = self
            .given
            .filter(|given| given.is_fresh || !is_match_known)
            .map(|given| TimeLeft { at_used_ms: 0, ..given });
        self.used_ms = 0;
        self.moves = 0;
    }

    /// Adds a move that took `used`, with a maximum of `planned`. Returns the growth of the margin if it was
    /// late.
    pub(super) fn spend(&mut self, used: Duration, planned: Duration, time: &TimeSettings) -> Duration {
        self.moves += 1;
        // Rounded up, as a manager may do.
        let used_ms = i64::try_from(used.as_micros().div_ceil(1_000)).unwrap_or(i64::MAX);
        self.used_ms = self.used_ms.saturating_add(used_ms).saturating_sub(time.increment_ms);
        let late = used.checked_sub(planned).filter(|_| !planned.is_zero());
        let late_ms = late.map_or(0, |late| i64::try_from(late.as_millis()).unwrap_or(i64::MAX));
        let counted_ms = if late_ms > MAX_LATENESS_MS { self.last_late_ms } else { late_ms };
        self.last_late_ms = late_ms;
        let before_ms = self.lateness_ms;
        self.lateness_ms = (before_ms * 7 / 8).max(counted_ms.min(MAX_LATENESS_MS));
        milliseconds(self.lateness_ms - before_ms)
    }

    /// The plan of a move. `is_bounded`: whether depth or nodes end the search.
    pub(super) fn plan(&self, time: &TimeSettings, is_bounded: bool) -> Plan {
        let turn = time.turn_ms.filter(|&ms| ms < NO_LIMIT_MS);
        let left = self.left_ms(time);
        if turn.is_some_and(|ms| ms <= 0) || left.is_some_and(|ms| ms <= 0) {
            return Plan::INSTANT;
        }
        if time.turn_ms == Some(ANALYSIS_MS.0) && time.match_ms == Some(ANALYSIS_MS.1) {
            return Plan::UNLIMITED;
        }
        match (turn, left) {
            (Some(turn), Some(left)) if turn.saturating_mul(self.divisor()) > left => {
                self.share(left, turn, time)
            }
            (Some(turn), Some(_)) => self.turn(turn, 90),
            (Some(turn), None) => self.turn(turn, 95),
            (None, Some(left)) => self.share(left, left, time),
            (None, None) if is_bounded || time.turn_ms.is_some() => Plan::UNLIMITED,
            (None, None) => self.turn(DEFAULT_TURN_MS, 95),
        }
    }

    /// The time left; `None` if it is unlimited or unknown.
    pub(super) fn left_ms(&self, time: &TimeSettings) -> Option<i64> {
        match self.given {
            Some(given) if given.left_ms >= NO_LIMIT_MS => None,
            Some(given) => Some(given.left_ms.saturating_sub(self.used_ms.saturating_sub(given.at_used_ms))),
            None => time.match_ms.filter(|&ms| ms > 0).map(|ms| ms.saturating_sub(self.used_ms)),
        }
    }

    /// The plan of a move under a turn limit; the optimum is a percentage of the maximum.
    fn turn(&self, limit_ms: i64, percent: i64) -> Plan {
        let margin = self.margin_ms(limit_ms);
        let maximum = limit_ms - margin;
        let plan = Plan::new(maximum.saturating_mul(percent) / 100, maximum, margin);
        // A move of hardly any time may take as long as one without any.
        if limit_ms < SHORT_TURN_MS { plan.with_grace() } else { plan }
    }

    /// The plan of a move that gets a share of the time left.
    fn share(&self, left_ms: i64, turn_ms: i64, time: &TimeSettings) -> Plan {
        let limit = turn_ms.min(left_ms);
        let margin = self.margin_ms(limit);
        let safe = left_ms - self.margin_ms(left_ms);
        let most = (limit - margin).min(safe);
        let (moves, largest) = match time.moves_to_go.map(i64::from) {
            // With one move to go all of it, with more about two and a half equal shares.
            Some(moves) if moves < self.divisor() => (moves, safe.saturating_mul(5) / (2 * moves + 3)),
            _ => (self.divisor(), safe / MAXIMUM_DIVISOR),
        };
        let optimum = (safe / moves.max(1)).saturating_add(time.increment_ms.saturating_mul(3) / 4);
        let ponder_part = if time.pondering { optimum / PONDERING_PART } else { 0 };
        let optimum = optimum.saturating_add(ponder_part);
        Plan::new(optimum, largest.saturating_add(time.increment_ms).min(most), margin)
    }

    /// The expected number of further moves.
    fn divisor(&self) -> i64 {
        let behind = |moves: i64| (self.moves - moves).max(0);
        let early = (EARLY_MOVES - self.moves).max(0);
        MIN_DIVISOR + early + behind(LONG_GAME_MOVES) / 2 + behind(ENDLESS_GAME_MOVES) / 2
    }

    /// The safety margin of a limit: at most three quarters of it.
    fn margin_ms(&self, limit_ms: i64) -> i64 {
        let growth = (limit_ms - SHORT_TURN_MS).max(0) / MARGIN_STEP_MS;
        let base = (MIN_MARGIN_MS + growth).min(MAX_MARGIN_MS);
        (base + self.lateness_ms).min(limit_ms - limit_ms / 4)
    }
}

#[cfg(test)]
mod tests;
