//! What a protocol must tell the session.

use super::line::Line;
use super::output::Output;
use crate::engine::{Engine, EngineEvent};

/// What a protocol works with.
pub struct Context<'a, 'w> {
    /// The brain.
    pub engine: &'a mut Engine,
    /// Where the lines go.
    pub output: &'a mut Output<'w>,
}

/// Whether the session goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It goes on.
    Continue,
    /// It ends at once, without waiting for a search.
    Quit,
}

/// What to do with a line that arrives while the engine thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenBusy {
    /// It is carried out at once, whatever waits.
    Urgent,
    /// It is carried out at once, beside the search; after a stop it keeps its place behind lines that wait.
    RunNow,
    /// It asks for the answer now: carried out like [`RunNow`](Self::RunNow), and before lines that came earlier, as long as they are
    /// carried out beside the search or wait for its end.
    Stop,
    /// It waits until the answer is out.
    Queue,
    /// It ends the search without an answer and is carried out at once.
    Cancel,
    /// It makes the engine answer at once and is carried out after that.
    Interrupt,
    /// It ends the session: at once, or behind the answer if a stop has asked for it.
    Quit,
}

/// A translator between lines of text and the engine.
pub trait Protocol {
    /// Carries out a line.
    fn line(&mut self, line: &Line, context: &mut Context) -> Flow;

    /// What to do with this line while the engine thinks.
    fn when_busy(&self, text: &str) -> WhenBusy;

    /// Writes what the engine has to tell.
    fn engine_event(&mut self, event: &EngineEvent, context: &mut Context);

    /// Tells that a line is not carried out, because too many others wait.
    fn refuse(&mut self, _line: &Line, context: &mut Context) {
        self.engine_event(
            &EngineEvent::Warning("too much waits for the answer: a line is passed over".to_owned()),
            context,
        );
    }

    /// Whether something that was asked for before the quit command is still to be done, once a database is open.
    fn has_requests(&self) -> bool {
        false
    }
}
