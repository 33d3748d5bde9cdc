//! That an answer was late, and how that came.

use std::fmt;
use std::time::Duration;

use crate::search::TimeBudget;

/// A margin that grows by less than this is not reported: the clocks of busy machines are never exact.
const LEAST_GROWTH: Duration = Duration::from_millis(5);

/// What was known of the time of an answer that came later than it should: the figures that tell whether the limits, the
/// plan or the machine are to blame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lateness {
    /// The limit of the move as it was received, in milliseconds.
    pub turn_ms: Option<i64>,
    /// The time left in the game when the search began, by the manager's word or our account, in milliseconds.
    pub left_ms: Option<i64>,
    /// What the search was given, counted from the beginning of the clock.
    pub budget: TimeBudget,
    /// What it took.
    pub used: Duration,
    /// Whether the engine answered itself, because the search had not.
    pub is_rescue: bool,
    /// By how much the margin of the next moves grows for it.
    pub growth: Duration,
}

impl Lateness {
    /// Whether it is worth telling.
    pub(super) fn is_news(&self) -> bool {
        self.is_rescue || self.growth >= LEAST_GROWTH
    }
}

impl fmt::Display for Lateness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limit = |ms: Option<i64>| ms.map_or_else(|| "none".to_owned(), |ms| format!("{ms} ms"));
        let time = |time: Duration| {
            if time == Duration::MAX { "no limit".to_owned() } else { format!("{} ms", time.as_millis()) }
        };
        write!(
            f,
            "late: received a turn of {}, {} left; budgeted {}, at most {}; used {}",
            limit(self.turn_ms),
            limit(self.left_ms),
            time(self.budget.optimum),
            time(self.budget.maximum),
            time(self.used)
        )?;
        if self.is_rescue {
            write!(f, "; answered without the search")?;
        }
        if self.growth > Duration::ZERO {
            write!(f, "; the margin grows by {}", time(self.growth))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::clock::Instant;
    use std::sync::mpsc::{self, Receiver};

    use super::*;
    use crate::engine::{Change, Engine, EngineEvent, Event};
    use crate::geometry::{BoardSize, Square};

    /// An engine that was asked for a move so long ago.
    fn asked(before: Duration, turn_ms: i64) -> (Engine, Receiver<Event>) {
        let (sender, events) = mpsc::channel();
        let mut engine = Engine::new(1, move |event| drop(sender.send(event))).unwrap();
        engine.change(Change::HashBytes(1 << 20));
        engine.change(Change::TurnMs(turn_ms));
        engine.start(BoardSize::default());
        engine.play(Square::at(7, 7)).unwrap();
        engine.think(Instant::now().checked_sub(before).unwrap()).unwrap();
        (engine, events)
    }

    fn text_of_answer(engine: &mut Engine, events: &Receiver<Event>) -> Option<String> {
        let answer = events.iter().find_map(|event| match engine.handle(event) {
            Some(EngineEvent::Answer(answer)) => Some(answer),
            _ => None,
        });
        assert!(answer.is_some());
        engine.take_lateness().map(|lateness| lateness.to_string())
    }

    #[test]
    fn a_rescue_tells_what_was_received_budgeted_and_used() {
        let (mut engine, _events) = asked(Duration::from_secs(2), 1_000);
        assert!(matches!(engine.rescue(), Some(EngineEvent::Answer(_))));
        let lateness = engine.take_lateness().unwrap();
        let (used, text) = (lateness.used, lateness.to_string());
        assert!(text.starts_with("late: received a turn of 1000 ms, none left; budgeted 9"), "{text}");
        let told = format!("; used {} ms; answered without the search", used.as_millis());
        assert!(used >= Duration::from_secs(2) && text.contains(&told), "{text}");
        assert_eq!(engine.take_lateness(), None, "it is told once");
    }

    #[test]
    fn a_delay_that_widens_the_margin_is_told_and_the_same_delay_only_once() {
        let (mut engine, events) = asked(Duration::from_secs(30), 1_000);
        let text = text_of_answer(&mut engine, &events).unwrap();
        assert!(text.ends_with("; the margin grows by 500 ms"), "{text}");
        assert!(!text.contains("without the search"), "{text}");
        engine.think(Instant::now().checked_sub(Duration::from_secs(30)).unwrap()).unwrap();
        assert_eq!(text_of_answer(&mut engine, &events), None);
    }

    #[test]
    fn an_answer_in_time_is_no_news() {
        let (mut engine, events) = asked(Duration::ZERO, i64::from(i32::MAX));
        engine.stop();
        assert_eq!(text_of_answer(&mut engine, &events), None);
    }
}
