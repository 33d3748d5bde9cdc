//! The clocks of both players: a main time, then byo-yomi periods for a number of stones.

use std::time::Duration;

use crate::engine::Change;
use crate::geometry::{ByColor, Color};

/// The clocks of a game. Nothing is limited at first.
#[derive(Clone, Debug, Default)]
pub(super) struct Times {
    /// The settings; none means no limit.
    control: Option<TimeControl>,
    left: ByColor<Left>,
}

/// What `time_settings` says.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeControl {
    pub(super) main_ms: i64,
    pub(super) period_ms: i64,
    /// Stones to play in each period; none if there are no periods.
    pub(super) stones: u32,
}

/// The state of one clock.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Left {
    pub(super) ms: i64,
    /// Stones to play in this period; none in the main time.
    pub(super) stones: Option<u32>,
}

impl Times {
    /// Begins a game under these settings.
    pub(super) fn start(&mut self, control: Option<TimeControl>) {
        self.control = control;
        self.restart();
    }

    /// Takes over what a controller says of one clock.
    pub(super) fn set(&mut self, color: Color, left: Left) {
        if self.control.is_none() {
            // Some controllers tell the time left without any settings.
            self.start(Some(TimeControl { main_ms: left.ms, period_ms: 0, stones: 0 }));
        }
        self.left[color] = left;
    }

    /// Both clocks as at the beginning of a game.
    pub(super) fn restart(&mut self) {
        let Some(control) = self.control else { return };
        self.left = ByColor([Left { ms: control.main_ms, stones: None }; 2]);
        for color in Color::BOTH {
            self.enter_period(color, control);
        }
    }

    /// Passes to byo-yomi when the main time is over, and to the next period when the stones are played.
    fn enter_period(&mut self, color: Color, control: TimeControl) {
        let left = &mut self.left[color];
        let is_over = left.stones.map_or(left.ms <= 0, |stones| stones == 0);
        if is_over && control.stones > 0 {
            *left = Left { ms: control.period_ms, stones: Some(control.stones) };
        }
    }

    /// Books a move.
    pub(super) fn spend(&mut self, color: Color, used: Duration) {
        let Some(control) = self.control else { return };
        let left = &mut self.left[color];
        left.ms = left.ms.saturating_sub(i64::try_from(used.as_millis()).unwrap_or(i64::MAX));
        left.stones = left.stones.map(|stones| stones.saturating_sub(1));
        self.enter_period(color, control);
    }

    /// The settings of the engine for a move of this player.
    pub(super) fn changes(&self, color: Color) -> Vec<Change> {
        let Some(control) = self.control else { return vec![Change::NoTimes] };
        let left = self.left[color];
        // In the main time one stone's share of the first period is there to be used, too.
        let more_ms = if left.stones.is_none() && control.stones > 0 {
            control.period_ms / i64::from(control.stones)
        } else {
            0
        };
        vec![Change::NoTimes, Change::LeftMs(left.ms.saturating_add(more_ms)), Change::MovesToGo(left.stones)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn main_time_is_followed_by_periods() {
        let mut times = Times::default();
        assert_eq!(times.changes(Color::Black), [Change::NoTimes]);
        times.start(Some(TimeControl { main_ms: 1_000, period_ms: 600, stones: 2 }));
        times.spend(Color::Black, Duration::from_millis(400));
        let tell = |times: &Times, color| times.changes(color)[1..].to_vec();
        assert_eq!(tell(&times, Color::Black), [Change::LeftMs(900), Change::MovesToGo(None)]);
        assert_eq!(tell(&times, Color::White), [Change::LeftMs(1_300), Change::MovesToGo(None)]);
        times.spend(Color::Black, Duration::from_millis(700));
        assert_eq!(tell(&times, Color::Black), [Change::LeftMs(600), Change::MovesToGo(Some(2))]);
        times.spend(Color::Black, Duration::from_millis(250));
        assert_eq!(tell(&times, Color::Black), [Change::LeftMs(350), Change::MovesToGo(Some(1))]);
        times.spend(Color::Black, Duration::from_millis(250));
        assert_eq!(tell(&times, Color::Black), [Change::LeftMs(600), Change::MovesToGo(Some(2))]);
    }
}
