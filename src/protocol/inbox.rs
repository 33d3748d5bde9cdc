//! What wakes the session: lines of the input and events of the engine.
//!
//! Events come first, so a flood of lines delays no answer. Lines that nobody has taken yet are bounded: the thread that reads
//! waits for room.

use std::collections::VecDeque;
use std::sync::Arc;

use parking_lot::{Condvar, Mutex};

use super::line::Line;
use crate::clock::Instant;
use crate::engine::Event;

/// Bytes of lines that wait here at most. It holds a flood of some hundred thousand short lines, behind which a stop is seen at
/// once, and is small beside the memory of a search.
const MAX_BYTES: usize = 16 << 20;
/// What a line takes beside its text.
const LINE_BYTES: usize = 64;

/// What the session is woken by.
pub(super) enum Message {
    Line(Line),
    EndOfInput,
    Engine(Event),
}

/// What to do with a line that came before its turn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    /// It is taken now.
    Take,
    /// The lines behind it may be taken before it.
    Pass,
    /// Nothing behind it may.
    Halt,
}

#[derive(Default)]
struct State {
    events: VecDeque<Event>,
    lines: VecDeque<Line>,
    /// Lines from the first on that may be overtaken.
    passed: usize,
    bytes: usize,
    is_input_over: bool,
    is_closed: bool,
}

/// The place where both are left; its copies are the same place.
#[derive(Clone, Default)]
pub(super) struct Inbox(Arc<(Mutex<State>, Condvar)>);

/// Bytes that a line takes.
pub(super) fn bytes_of(line: &Line) -> usize {
    line.text.capacity() + LINE_BYTES
}

impl Inbox {
    /// Leaves a line, once there is room for it; false if nobody takes lines any more.
    pub(super) fn put_line(&self, line: Line) -> bool {
        let (state, changed) = &*self.0;
        let mut state = state.lock();
        // A single line always fits: its length is bounded.
        while state.bytes >= MAX_BYTES && !state.is_closed {
            changed.wait(&mut state);
        }
        state.bytes += bytes_of(&line);
        state.lines.push_back(line);
        changed.notify_all();
        !state.is_closed
    }

    /// Says that no line follows.
    pub(super) fn end_input(&self) {
        self.0.0.lock().is_input_over = true;
        self.0.1.notify_all();
    }

    /// Leaves an event.
    pub(super) fn put_event(&self, event: Event) {
        self.0.0.lock().events.push_back(event);
        self.0.1.notify_all();
    }

    /// Lets the thread that reads go on to its end.
    pub(super) fn close(&self) {
        self.0.0.lock().is_closed = true;
        self.0.1.notify_all();
    }

    /// The next event or line, or the end of the input, which comes once; none at `until`.
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

    /// The first line that may be taken before its turn. Each line is looked at once.
    pub(super) fn overtaking(&self, mut look: impl FnMut(&str) -> Look) -> Option<Line> {
        let (state, changed) = &*self.0;
        let mut state = state.lock();
        while let Some(line) = state.lines.get(state.passed) {
            match look(&line.text) {
                Look::Pass => state.passed += 1,
                Look::Halt => return None,
                Look::Take => {
                    let at = state.passed;
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
        self.bytes -= bytes_of(&line);
        self.passed = self.passed.saturating_sub(usize::from(at < self.passed));
        Some(line)
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

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
        let look = |text: &str| match text {
            "stop" => Look::Take,
            "go" => Look::Halt,
            _ => Look::Pass,
        };
        assert_eq!(inbox.overtaking(look).unwrap().text, "stop");
        assert!(inbox.overtaking(look).is_none(), "the second one is about a search to come");
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
    fn a_closed_one_holds_nobody() {
        let inbox = Inbox::default();
        inbox.put_line(line(&"x".repeat(MAX_BYTES)));
        inbox.close();
        assert!(!inbox.put_line(line("y")));
    }
}
