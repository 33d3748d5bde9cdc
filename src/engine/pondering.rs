//! Thinking on the opponent's time.
//!
//! The key idea: it is a search whose answer nobody waits for. It says nothing, it works for the transposition table, and
//! whatever touches the game, the tables or the settings of the search ends it within a millisecond. A change of the
//! position that leads towards the one thought about, such as the own move when the manager repeats it, lets it go on.

use std::sync::Arc;

use super::ponder_search::PonderSearch;
use super::worker::Order;
use super::{Engine, Job, JobId, Plan, Settings, Task};
use crate::clock::Instant;
use crate::geometry::Square;
use crate::rules::Outcome;
use crate::search::{Control, Limits};

/// Moves of the last answer's line that are worth keeping: the own move and the reply to it.
const EXPECTED_MOVES: usize = 2;

impl Engine {
    /// Begins to think on the opponent's time, about the position after the reply that the last answer expects; without
    /// such a reply about the position that the opponent has. Says nothing, ever. The next search finds what was
    /// learned. Without a game, beside a search, and once the game is over nothing happens.
    pub fn ponder(&mut self) {
        let Some(game) = self.game.as_ref().filter(|_| self.running.is_none()) else { return };
        self.stop_pondering();
        let mut way = vec![game.board().clone()];
        let mut ahead = game.clone();
        for &square in &self.expected {
            if ahead.play(square).is_err() {
                break;
            }
            way.push(ahead.board().clone());
        }
        if ahead.outcome(self.settings.rule) != Outcome::Unfinished {
            return;
        }
        let control = Arc::new(Control::new(Instant::now(), Plan::UNLIMITED.budget));
        self.jobs += 1;
        let job = Job {
            id: JobId(self.jobs),
            task: Task::Move,
            board: ahead.board().clone(),
            rule: self.settings.rule,
            limits: Limits::default(),
            control: Arc::clone(&control),
        };
        self.worker.send(Order::Think(Box::new(job)));
        self.pondering = Some(PonderSearch::new(control, way));
    }

    /// Whether a search on the opponent's time was begun and not ended.
    pub fn is_pondering(&self) -> bool {
        self.pondering.as_ref().is_some_and(PonderSearch::is_running)
    }

    /// Ends the search on the opponent's time, if there is one.
    pub fn stop_pondering(&self) {
        if let Some(pondering) = &self.pondering {
            pondering.stop();
        }
    }

    /// Ends it unless the position on the board now lies on its way.
    pub(super) fn follow_pondering(&self) {
        let (Some(game), Some(pondering)) = (&self.game, &self.pondering) else { return };
        if !pondering.passes(game.board()) {
            pondering.stop();
        }
    }

    /// Ends it if what it depends on is not as it was.
    pub(super) fn ponder_under(&self, before: &Settings) {
        let now = &self.settings;
        let is_same = now.rule == before.rule
            && now.threads == before.threads
            && now.parameters == before.parameters
            && (now.max_memory, now.hash_bytes) == (before.max_memory, before.hash_bytes);
        if !is_same || before.time.pondering && !now.time.pondering {
            self.stop_pondering();
        }
    }

    /// Keeps what the line of an answer expects.
    pub(super) fn expect(&mut self, answer: Square, line: &[Square]) {
        self.expected.clear();
        if line.first() == Some(&answer) {
            self.expected.extend(line.iter().take(EXPECTED_MOVES));
        } else {
            self.expected.push(answer);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{self, Receiver};

    use super::*;
    use crate::engine::{Answer, Change, EngineEvent, Event, Purpose, Request};
    use crate::geometry::BoardSize;

    fn engine() -> (Engine, Receiver<Event>) {
        let (sender, events) = mpsc::channel();
        let mut engine = Engine::new(1, move |event| drop(sender.send(event))).unwrap();
        engine.change(Change::HashBytes(1 << 20));
        engine.start(BoardSize::default());
        (engine, events)
    }

    /// Thinks to a small depth and returns the answer.
    fn answer(engine: &mut Engine, events: &Receiver<Event>, purpose: Purpose) -> Square {
        let request = Request { purpose, depth: Some(4), ..Request::default() };
        engine.think_about(&request, Instant::now()).unwrap();
        let mut event = events.iter().filter_map(|event| engine.handle(event));
        event
            .find_map(|event| match event {
                EngineEvent::Answer(Answer::Move(square)) => Some(square),
                _ => None,
            })
            .unwrap()
    }

    #[test]
    fn everything_that_leads_elsewhere_ends_it_and_questions_do_not() {
        let ends: [fn(&mut Engine); 8] = [
            |engine| engine.start(BoardSize::default()),
            |engine| engine.play(Square::at(0, 0)).unwrap(),
            |engine| drop(engine.undo()),
            Engine::stop,
            |engine| engine.clear(),
            |engine| engine.change(Change::Threads(2)),
            |engine| engine.change(Change::Pondering(false)),
            |engine| engine.think(Instant::now()).unwrap(),
        ];
        for (number, end) in ends.into_iter().enumerate() {
            let (mut engine, events) = engine();
            engine.change(Change::Pondering(true));
            answer(&mut engine, &events, Purpose::Play);
            engine.ponder();
            engine.change(Change::LeftMs(5_000));
            drop(engine.forbidden());
            assert!(engine.is_pondering() && !engine.is_thinking());
            end(&mut engine);
            assert!(!engine.is_pondering(), "the end number {number}");
        }
    }

    #[test]
    fn it_goes_on_while_the_game_follows_the_line() {
        let (mut engine, events) = engine();
        engine.play(Square::at(7, 7)).unwrap();
        let best = answer(&mut engine, &events, Purpose::Consider);
        let reply = engine.expected[1];
        engine.ponder();
        engine.play(best).unwrap();
        assert!(engine.is_pondering());
        engine.play(reply).unwrap();
        assert!(engine.is_pondering());
        engine.play(Square::at(0, 14)).unwrap();
        assert!(!engine.is_pondering());
    }

    #[test]
    fn nothing_is_said_and_the_next_answer_comes_at_once() {
        let (mut engine, events) = engine();
        engine.play(Square::at(7, 7)).unwrap();
        answer(&mut engine, &events, Purpose::Play);
        engine.ponder();
        std::thread::sleep(std::time::Duration::from_millis(30));
        assert!(events.try_iter().find_map(|event| engine.handle(event)).is_none());
        let reply = engine.expected[0];
        engine.play(reply).unwrap();
        answer(&mut engine, &events, Purpose::Play);
        assert_eq!(engine.game().unwrap().plies().len(), 4);
    }
}
