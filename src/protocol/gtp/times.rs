//! The clocks of both players: a main time, then byo-yomi periods for a number of stones.
//!
//! GTP sends times in whole seconds, and controllers with windows draw the board before they read an answer.
//! Quarry rounds to the nearest second, half a second too much at worst. Hence a reserve beside the engine's
//! own margin, and the own clock counts if the controller's time may be rounded.

use std::time::Duration;

use crate::engine::Change;
use crate::geometry::{ByColor, Color};

/// Reserve for the controller: 1 / this of a time,
const RESERVE_PART: i64 = 4;
/// and at most this much.
const MAX_RESERVE_MS: i64 = 500;
/// Maximum error of a time in whole seconds, rounded either way.
const ROUNDING_MS: i64 = 1_000;

/// A time in whole seconds without the reserve.
fn usable_ms(left_ms: i64) -> i64 {
    left_ms - (left_ms / RESERVE_PART).clamp(0, MAX_RESERVE_MS)
}

/// The clocks of a game, without limits at first.
#[derive(Clone, Debug, Default)]
pub(super) struct Times {
    /// The time control; `None` for no limit.
    control: Option<TimeControl>,
    left: ByColor<Left>,
}

/// A time control by `time_settings`.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeControl {
    pub(super) main_ms: i64,
    pub(super) period_ms: i64,
    /// Stones to play in each period; 0 without periods.
    pub(super) stones: u32,
}

/// The state of one clock.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Left {
    pub(super) ms: i64,
    /// Stones to play in this period; `None` in the main time.
    pub(super) stones: Option<u32>,
}

impl Times {
    /// Begins a game under this time control.
    pub(super) fn start(&mut self, control: Option<TimeControl>) {
        self.control = control;
        self.restart();
    }

    /// Sets the state of a clock by the controller's message.
    pub(super) fn set(&mut self, color: Color, left: Left) {
        if self.control.is_none() {
            // Some controllers send the time left without settings.
            self.start(Some(TimeControl { main_ms: left.ms, period_ms: 0, stones: 0 }));
        }
        let own = &mut self.left[color];
        let is_rounded =
            own.stones == left.stones && left.ms.saturating_sub(own.ms).saturating_abs() < ROUNDING_MS;
        let ms = if is_rounded { left.ms.min(own.ms) } else { left.ms };
        *own = Left { ms, ..left };
    }

    /// Resets both clocks.
    pub(super) fn restart(&mut self) {
        let Some(control) = self.control else { return };
        self.left = ByColor([Left { ms: control.main_ms, stones: None }; 2]);
        for color in Color::BOTH {
            self.enter_period(color, control);
        }
    }

    /// Enters byo-yomi when the main time is over, and the next period when its stones are played.
    fn enter_period(&mut self, color: Color, control: TimeControl) {
        let left = &mut self.left[color];
        let is_over = left.stones.map_or(left.ms <= 0, |stones| stones == 0);
        if is_over && control.stones > 0 {
            *left = Left { ms: control.period_ms, stones: Some(control.stones) };
        }
    }

    /// Adds a move to a clock.
    pub(super) fn spend(&mut self, color: Color, used: Duration) {
        let Some(control) = self.control else { return };
        let left = &mut self.left[color];
        left.ms = left.ms.saturating_sub(i64::try_from(used.as_millis()).unwrap_or(i64::MAX));
        if left.stones.is_none() && left.ms < 0 && control.stones > 0 {
            // What is beyond the main time belongs to the first period, and so does the stone.
            *left = Left { ms: left.ms.saturating_add(control.period_ms), stones: Some(control.stones) };
        }
        left.stones = left.stones.map(|stones| stones.saturating_sub(1));
        self.enter_period(color, control);
    }

    /// The engine's changes of settings for a move of this player.
    pub(super) fn changes(&self, color: Color) -> Vec<Change> {
        let Some(control) = self.control else { return vec![Change::NoTimes] };
        let left = self.left[color];
        // In the main time one stone's share of the first period may be used, too.
        let more_ms = if left.stones.is_none() && control.stones > 0 {
            control.period_ms / i64::from(control.stones)
        } else {
            0
        };
        let left_ms = usable_ms(left.ms.saturating_add(more_ms));
        vec![Change::NoTimes, Change::LeftMs(left_ms), Change::MovesToGo(left.stones)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(times: &Times, color: Color) -> Vec<Change> {
        times.changes(color)[1..].to_vec()
    }

    #[test]
    fn main_time_is_followed_by_periods() {
        let mut times = Times::default();
        assert_eq!(times.changes(Color::Black), [Change::NoTimes]);
        times.start(Some(TimeControl { main_ms: 1_000, period_ms: 600, stones: 2 }));
        times.spend(Color::Black, Duration::from_millis(400));
        let usable = |ms, stones| vec![Change::LeftMs(usable_ms(ms)), Change::MovesToGo(stones)];
        assert_eq!(told(&times, Color::Black), usable(900, None));
        assert_eq!(told(&times, Color::White), usable(1_300, None));
        times.spend(Color::Black, Duration::from_millis(700));
        assert_eq!(told(&times, Color::Black), usable(500, Some(1)));
        times.spend(Color::Black, Duration::from_millis(250));
        assert_eq!(told(&times, Color::Black), usable(600, Some(2)));
        times.spend(Color::Black, Duration::from_millis(250));
        assert_eq!(told(&times, Color::Black), usable(350, Some(1)));
        times.spend(Color::White, Duration::from_secs(1));
        assert_eq!(told(&times, Color::White), usable(600, Some(2)));
    }

    #[test]
    fn a_part_of_every_time_is_left_to_the_controller() {
        assert_eq!([-250, 0, 1_000, 2_000, 60_000].map(usable_ms), [-250, 0, 750, 1_500, 59_500]);
        let mut times = Times::default();
        times.start(Some(TimeControl { main_ms: 0, period_ms: 1_000, stones: 1 }));
        for _ in 0..3 {
            times.set(Color::White, Left { ms: 1_000, stones: Some(1) });
            assert_eq!(told(&times, Color::White), [Change::LeftMs(750), Change::MovesToGo(Some(1))]);
            times.spend(Color::White, Duration::from_millis(700));
        }
    }

    /// Of five seconds for five stones 4.4 are used; Quarry then tells one second for the last.
    #[test]
    fn a_time_that_is_rounded_up_does_not_lengthen_the_account() {
        let mut times = Times::default();
        times.start(Some(TimeControl { main_ms: 0, period_ms: 5_000, stones: 5 }));
        for _ in 0..4 {
            times.spend(Color::Black, Duration::from_millis(1_100));
        }
        times.set(Color::Black, Left { ms: 1_000, stones: Some(1) });
        assert_eq!(told(&times, Color::Black)[0], Change::LeftMs(450));
        // A controller that counts otherwise is believed, and so is one that says less.
        times.set(Color::Black, Left { ms: 3_000, stones: Some(1) });
        assert_eq!(told(&times, Color::Black)[0], Change::LeftMs(2_500));
        times.set(Color::Black, Left { ms: 2_600, stones: Some(1) });
        assert_eq!(told(&times, Color::Black)[0], Change::LeftMs(2_100));
    }
}
