//! What a protocol implements.

use super::output::Output;
use crate::clock::Instant;
use crate::engine::{Engine, EngineEvent};

/// What a protocol works with.
pub struct Context<'a, 'w> {
    /// The engine.
    pub engine: &'a mut Engine,
    /// The output.
    pub output: &'a mut Output<'w>,
}

/// Whether the session continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It continues.
    Continue,
    /// It ends at once, without waiting for a search.
    Quit,
}

/// What to do with a command that arrives while the engine thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenBusy {
    /// Execute it now, before commands that wait; after a stop wait for the answer.
    Urgent,
    /// Execute it now, during the search; after a stop keep the order of commands that wait.
    RunNow,
    /// It asks for the answer: as [`RunNow`](Self::RunNow), and before earlier commands that are `RunNow` or
    /// `Queue`.
    Stop,
    /// Read it now, since later lines may belong to it, and carry it out after the answer; after a stop keep
    /// the order of commands that wait.
    Read,
    /// Wait for the answer.
    Queue,
    /// End the search without an answer and execute it now.
    Cancel,
    /// Stop the search and execute it after the answer.
    Interrupt,
    /// End the session: now, or after the answer if a stop has asked for it.
    Quit,
}

/// A translator between lines of text and the engine.
pub trait Protocol {
    /// What to do with a line while the engine thinks.
    fn when_busy(&self, line: &str) -> WhenBusy;

    /// Executes a line. Thinking time counts from `received`.
    fn execute(&mut self, line: &str, received: Instant, context: &mut Context) -> Flow;

    /// Writes an event of the engine.
    fn engine_event(&mut self, event: &EngineEvent, context: &mut Context);

    /// Whether a line asks for an answer about the position on the board. If it waits for a search that is
    /// dropped, it is dropped, too; other lines are then executed.
    fn asks_for_answer(&self, _line: &str) -> bool {
        true
    }

    /// Carries out what was read during a search that has ended, with or without an answer.
    fn search_ended(&mut self, _context: &mut Context) {}

    /// Reports that a line is dropped because too many others wait.
    fn refuse(&mut self, _line: &str, context: &mut Context) {
        let text = "too much waits for the answer: a line is passed over".to_owned();
        self.engine_event(&EngineEvent::Warning(text), context);
    }

    /// Drops what the end of the session breaks off, and what depends on it.
    fn close(&mut self, _context: &mut Context) {}

    /// Whether requests before the quit command still wait for work on the database.
    fn has_requests(&self) -> bool {
        false
    }
}

/// A protocol of lines, as its folder describes it.
pub struct ProtocolEntry {
    /// Its name on the command line, in lower case.
    pub name: &'static str,
    /// Description for the help text.
    pub about: &'static str,
    /// Whether a session that begins with this line speaks it.
    pub recognises: fn(&str) -> bool,
    /// Begins a session of it.
    pub open: fn() -> Box<dyn Protocol>,
}
