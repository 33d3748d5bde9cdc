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
mod tests {
    use super::*;

    fn time(turn_ms: Option<i64>, match_ms: Option<i64>) -> TimeSettings {
        TimeSettings { turn_ms, match_ms, ..TimeSettings::default() }
    }

    fn clock(left_ms: i64) -> Clock {
        let mut clock = Clock::default();
        clock.set_left(left_ms);
        clock
    }

    fn ms(plan: Plan) -> (u128, u128) {
        (plan.budget.optimum.as_millis(), plan.budget.maximum.as_millis())
    }

    #[test]
    fn zero_and_negative_times_mean_at_once() {
        assert_eq!(Clock::default().plan(&time(Some(0), None), false), Plan::INSTANT);
        assert_eq!(Clock::default().plan(&time(Some(-5), None), false), Plan::INSTANT);
        assert_eq!(clock(0).plan(&time(Some(30_000), None), false), Plan::INSTANT);
        assert_eq!(clock(-250).plan(&time(None, None), false), Plan::INSTANT);
        assert_eq!(clock(i64::MIN).plan(&time(None, None), false), Plan::INSTANT);
    }

    #[test]
    fn special_values_mean_no_limit() {
        let analysis = time(Some(2_000_000), Some(100_000_000));
        assert_eq!(Clock::default().plan(&analysis, false), Plan::UNLIMITED);
        assert_eq!(clock(NO_LIMIT_MS).plan(&time(None, Some(1000)), true), Plan::UNLIMITED);
        assert_eq!(Clock::default().plan(&time(Some(i64::MAX), Some(0)), false), Plan::UNLIMITED);
        let plan = clock(NO_LIMIT_MS).plan(&time(Some(1000), None), false);
        assert!(plan.budget.maximum < Duration::from_secs(1));
    }

    #[test]
    fn without_any_limit_a_move_takes_the_default() {
        let (_, maximum) = ms(Clock::default().plan(&time(None, Some(0)), false));
        assert_eq!(maximum as i64, DEFAULT_TURN_MS - MAX_MARGIN_MS);
    }

    #[test]
    fn every_budget_ends_before_its_limit() {
        for limit in [1, 2, 5, 10, 20, 50, 100, 1000, 30_000, 5_400_000] {
            let plan = Clock::default().plan(&time(Some(limit), None), false);
            assert!(plan.budget.maximum < milliseconds(limit), "{limit}");
            assert!(plan.budget.optimum <= plan.budget.maximum);
            let left = clock(limit).plan(&time(None, None), false);
            assert!(left.budget.maximum < milliseconds(limit), "{limit}");
            if limit >= 50 {
                assert!(plan.rescue.unwrap() < milliseconds(limit), "{limit}");
                assert!(left.rescue.unwrap() < milliseconds(limit), "{limit}");
            }
        }
        assert_eq!(ms(Clock::default().plan(&time(Some(50), None), false)).1, 35);
    }

    #[test]
    fn a_match_that_allows_full_turns_gets_them_and_another_is_shared_out() {
        let (_, full) = ms(clock(1_000_000).plan(&time(Some(5_000), None), false));
        assert_eq!(full, 4_960);
        let (optimum, maximum) = ms(clock(180_000).plan(&time(Some(30_000), None), false));
        assert!((9_500..10_500).contains(&optimum), "{optimum}");
        assert!((29_000..30_000).contains(&maximum), "{maximum}");
    }

    /// Searches take four fifths of an optimum that leaves time to save, and all of one that does not.
    #[test]
    fn a_game_uses_its_time_and_is_never_short_of_it() {
        for (turn_ms, match_ms, most_left) in
            [(5_000, 120_000, 0.2), (30_000, 180_000, 0.15), (300_000, 1_000_000, 0.15)]
        {
            let times = time(Some(turn_ms), Some(match_ms));
            let mut clock = Clock::default();
            clock.new_game(&times);
            let mut left = Duration::from_millis(match_ms as u64);
            for number in 1..=80 {
                let plan = clock.plan(&times, false);
                assert!(plan.budget.maximum < left);
                assert!(plan.budget.optimum > Duration::from_millis(50), "move {number} of {times:?}");
                let is_saving = plan.budget.optimum < plan.budget.maximum * 4 / 5;
                let used = if is_saving { plan.budget.optimum * 4 / 5 } else { plan.budget.optimum };
                clock.spend(used, plan.budget.maximum, &times);
                left -= used;
                if number == 80 {
                    assert!(left.as_millis() * 50 > match_ms as u128, "{left:?} left after {number} moves");
                }
                if number == 25 {
                    let share = left.as_secs_f64() * 1000.0 / match_ms as f64;
                    assert!(share < most_left, "{share} of {match_ms} ms left after {number} moves");
                }
            }
        }
    }

    #[test]
    fn a_position_set_up_for_each_move_is_planned_as_what_it_is() {
        let times = time(Some(30_000), Some(180_000));
        let (mut played, mut set_up) = (Clock::default(), Clock::default());
        for own_stones in 3..40 {
            set_up.new_game(&times);
            set_up.set_left(60_000);
            played.set_left(60_000);
            played.begin_move(own_stones);
            set_up.begin_move(own_stones);
            let share = |clock: &Clock| clock.plan(&times, false).budget.optimum.as_millis();
            let (told, guessed) = (share(&played), share(&set_up));
            assert!(told.abs_diff(guessed) * 3 <= told, "{told} and {guessed} ms with {own_stones} stones");
            played.spend(Duration::ZERO, Duration::from_secs(1), &times);
        }
    }

    #[test]
    fn moves_of_an_earlier_game_do_not_shorten_those_of_the_next() {
        let times = time(None, Some(60_000));
        let mut clock = Clock::default();
        let first = |clock: &mut Clock| {
            clock.set_left(60_000);
            clock.begin_move(0);
            clock.plan(&times, false)
        };
        let before = first(&mut clock);
        for own_stones in 1..60 {
            clock.begin_move(own_stones);
            clock.spend(Duration::from_millis(10), Duration::from_secs(1), &times);
        }
        // A protocol may set up the next game without a word that it is one.
        assert_eq!(first(&mut clock), before);
    }

    #[test]
    fn moves_to_go_share_the_time_left() {
        let plan = |moves_to_go| {
            let times = TimeSettings { moves_to_go, ..TimeSettings::default() };
            ms(clock(1_000).plan(&times, false))
        };
        let (optimum, maximum) = plan(Some(10));
        assert!(optimum <= 100 && (150..=300).contains(&maximum), "{optimum} {maximum}");
        let (_, last) = plan(Some(1));
        assert!((900..1_000).contains(&last), "{last}");
        assert_eq!(plan(Some(1_000)), plan(None));
    }

    #[test]
    fn our_own_account_replaces_a_silent_manager() {
        let times = time(None, Some(3_000));
        let mut own = Clock::default();
        let mut told_once = clock(3_000);
        let mut used = 0;
        for _ in 0..100 {
            let plan = own.plan(&times, false);
            assert_eq!(plan, told_once.plan(&time(None, None), false));
            used += plan.budget.maximum.as_millis();
            own.spend(plan.budget.maximum, plan.budget.maximum, &times);
            told_once.spend(plan.budget.maximum, plan.budget.maximum, &times);
        }
        assert!(used < 3_000, "{used}");
        own.new_game(&times);
        assert!(own.plan(&times, false).budget.maximum > Duration::from_millis(300));
    }

    #[test]
    fn a_time_left_sent_since_the_last_move_began_counts_for_the_next_game() {
        let times = time(None, Some(60_000));
        let mut clock = clock(1_000);
        clock.new_game(&times);
        assert!(clock.plan(&times, false).budget.maximum < Duration::from_secs(1));
        clock.begin_move(0);
        clock.spend(Duration::from_millis(100), Duration::from_secs(1), &times);
        clock.new_game(&times);
        assert!(clock.plan(&times, false).budget.maximum > Duration::from_secs(1));
        clock.begin_move(0);
        clock.set_left(1_000);
        clock.spend(Duration::from_secs(2), Duration::MAX, &times);
        clock.new_game(&times);
        assert!(clock.plan(&times, false).budget.maximum < Duration::from_secs(1), "it came during a move");
        clock.begin_move(0);
        clock.spend(Duration::ZERO, Duration::from_secs(1), &times);
        clock.new_game(&times);
        assert!(
            clock.plan(&times, false).budget.maximum > Duration::from_secs(1),
            "a move of no time is one"
        );
    }

    #[test]
    fn lateness_widens_the_margin_and_fades() {
        let times = time(Some(200), None);
        let mut clock = Clock::default();
        let before = clock.plan(&times, false).budget.maximum;
        let spend = |clock: &mut Clock, used| {
            clock.spend(Duration::from_millis(used), Duration::from_millis(187), &times).as_millis()
        };
        assert_eq!([187, 230, 230, 100].map(|used| spend(&mut clock, used)), [0, 43, 0, 0]);
        clock = Clock::default();
        spend(&mut clock, 230);
        let after = clock.plan(&times, false).budget.maximum;
        assert_eq!(before.checked_sub(after), Some(Duration::from_millis(43)));
        for _ in 0..40 {
            clock.spend(Duration::from_millis(100), Duration::from_millis(187), &times);
        }
        assert_eq!(clock.plan(&times, false).budget.maximum, before);
        // One stall of the machine is no reason to hurry, two are.
        assert_eq!([1_000, 187, 1_000, 1_100].map(|used| spend(&mut clock, used)), [0, 0, 0, 500]);
    }
}
