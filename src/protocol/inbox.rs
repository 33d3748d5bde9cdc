//! The queue between the threads and the session: lines of the input and events of the engine.
//!
//! Events come before lines, so a flood of these delays no answer; the session looks for a line that stops a
//! running search itself. Both are bounded, should the manager not read: the input thread waits for space, and
//! the progress of a search is left out.

use std::collections::VecDeque;
use std::sync::Arc;

use parking_lot::{Condvar, Mutex};

use super::WhenBusy;
use super::line::Line;
use crate::clock::Instant;
use crate::engine::{Event, ThreadEvent};

/// Events that may wait before the progress of a search is left out. Reports of hundreds of lines take 100 kB.
const MAX_EVENTS: usize = 512;
/// Maximum bytes of queued lines: some hundred thousand short ones, which a stop overtakes.
const MAX_BYTES: usize = 16 << 20;

/// What the session waits for.
pub(super) enum Message {
    Line(Line),
    EndOfInput,
    Engine(Event),
}

#[derive(Default)]
struct State {
    events: VecDeque<Event>,
    lines: VecDeque<Line>,
    /// Number of lines at the front that may be overtaken.
    passed: usize,
    bytes: usize,
    is_input_over: bool,
    is_closed: bool,
}

/// A handle to the queue.
#[derive(Clone, Default)]
pub(super) struct Inbox(Arc<(Mutex<State>, Condvar)>);

impl Inbox {
    /// Adds a line, once there is room for it. Returns false after [`close`](Self::close).
    pub(super) fn put_line(&self, line: Line) -> bool {
        let (state, changed) = &*self.0;
        let mut state = state.lock();
        // A single line always fits, as its length is bounded.
        while state.bytes >= MAX_BYTES && !state.is_closed {
            changed.wait(&mut state);
        }
        state.bytes += line.memory();
        state.lines.push_back(line);
        changed.notify_all();
        !state.is_closed
    }

    /// Ends the input.
    pub(super) fn end_input(&self) {
        self.0.0.lock().is_input_over = true;
        self.0.1.notify_all();
    }

    /// Adds an event; leaves it out if [`MAX_EVENTS`] wait and it only tells of progress.
    pub(super) fn put_event(&self, event: Event) {
        let (state, changed) = &*self.0;
        let mut state = state.lock();
        let is_progress = matches!(event.event, ThreadEvent::Progress(_) | ThreadEvent::Lines(..));
        if is_progress && state.events.len() >= MAX_EVENTS {
            return;
        }
        state.events.push_back(event);
        changed.notify_all();
    }

    /// Refuses further lines, so that the input thread ends.
    pub(super) fn close(&self) {
        self.0.0.lock().is_closed = true;
        self.0.1.notify_all();
    }

    /// The next event or line, or the end of the input, which comes once; `None` at `until`.
    pub(super) fn next(&self, until: Option<Instant>) -> Option<Message> {
        let (state, changed) = &*self.0;
        let mut state = state.lock();
        loop {
            if let Some(event) = state.events.pop_front() {
                return Some(Message::Engine(event));
            }
            if let Some(line) = state.take(0) {
                changed.notify_all();
                return Some(Message::Line(line));
            }
            if std::mem::take(&mut state.is_input_over) {
                return Some(Message::EndOfInput);
            }
            match until {
                None => changed.wait(&mut state),
                Some(until) => {
                    if changed.wait_until(&mut state, until).timed_out() && state.is_empty() {
                        return None;
                    }
                }
            }
        }
    }

    /// The first line that stops a search and may overtake those before it. Each line is looked at once.
    pub(super) fn take_stop(&self, mut when_busy: impl FnMut(&str) -> WhenBusy) -> Option<Line> {
        let (state, changed) = &*self.0;
        let mut state = state.lock();
        let passed = state.passed;
        for at in passed.. {
            match when_busy(&state.lines.get(at)?.text) {
                WhenBusy::RunNow | WhenBusy::Queue => state.passed = at + 1,
                WhenBusy::Urgent
                | WhenBusy::Read
                | WhenBusy::Cancel
                | WhenBusy::Interrupt
                | WhenBusy::Quit => return None,
                WhenBusy::Stop => {
                    changed.notify_all();
                    return state.take(at);
                }
            }
        }
        None
    }
}

impl State {
    fn is_empty(&self) -> bool {
        self.events.is_empty() && self.lines.is_empty() && !self.is_input_over
    }

    fn take(&mut self, at: usize) -> Option<Line> {
        let line = self.lines.remove(at)?;
        self.bytes -= line.memory();
        self.passed = self.passed.saturating_sub(usize::from(at < self.passed));
        Some(line)
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use crate::engine::JobId;
    use crate::search::Progress;

    fn line(text: &str) -> Line {
        Line { text: text.to_owned(), received: Instant::now() }
    }

    fn text(message: Option<Message>) -> String {
        if let Some(Message::Line(line)) = message { line.text } else { String::new() }
    }

    #[test]
    fn a_stop_overtakes_what_it_may() {
        let inbox = Inbox::default();
        for text in ["isready", "isready", "stop", "go", "stop"] {
            inbox.put_line(line(text));
        }
        let when_busy = |line: &str| match line {
            "stop" => WhenBusy::Stop,
            "go" => WhenBusy::Urgent,
            _ => WhenBusy::RunNow,
        };
        assert_eq!(inbox.take_stop(when_busy).map(|line| line.text).as_deref(), Some("stop"));
        assert!(inbox.take_stop(when_busy).is_none(), "the second one is about a search to come");
        let rest = [0; 4].map(|_| text(inbox.next(None)));
        assert_eq!(rest, ["isready", "isready", "go", "stop"]);
        inbox.end_input();
        assert!(matches!(inbox.next(None), Some(Message::EndOfInput)));
        assert!(inbox.next(Some(Instant::now())).is_none());
    }

    #[test]
    fn the_reader_waits_for_room_and_nothing_is_lost() {
        let inbox = Inbox::default();
        let reader = {
            let inbox = inbox.clone();
            thread::spawn(move || {
                for number in 0..60 {
                    inbox.put_line(line(&format!("{number} {}", "x".repeat(1 << 20))));
                }
                inbox.end_input();
            })
        };
        let mut largest = 0;
        for number in 0..60 {
            let text = text(inbox.next(None));
            assert!(text.starts_with(&format!("{number} ")));
            largest = largest.max(inbox.0.0.lock().bytes);
        }
        assert!(matches!(inbox.next(None), Some(Message::EndOfInput)));
        reader.join().unwrap();
        assert!(largest < MAX_BYTES + (2 << 20), "{largest} bytes");
    }

    #[test]
    fn what_a_search_reports_is_bounded_and_its_answer_is_never_left_out() {
        let inbox = Inbox::default();
        let put = |event| inbox.put_event(Event { job: JobId::NONE, event });
        for depth in 0..10_000 {
            put(ThreadEvent::Progress(Progress { depth, ..Progress::default() }));
        }
        put(ThreadEvent::Done(None));
        let events = std::iter::from_fn(|| match inbox.next(Some(Instant::now())) {
            Some(Message::Engine(event)) => Some(event.event),
            _ => None,
        })
        .collect::<Vec<_>>();
        assert_eq!(events.len(), MAX_EVENTS + 1);
        assert!(matches!(events.last(), Some(ThreadEvent::Done(None))));
    }

    #[test]
    fn a_closed_one_holds_nobody() {
        let inbox = Inbox::default();
        inbox.put_line(line(&"x".repeat(MAX_BYTES)));
        inbox.close();
        assert!(!inbox.put_line(line("y")));
    }
}
