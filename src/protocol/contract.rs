//! What a protocol must tell the session.

use super::line::Line;
use super::output::Output;
use crate::engine::{Engine, News};

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
pub enum Conduct {
    /// It is carried out at once, whatever waits.
    Urgent,
    /// It is carried out at once, beside the search; after a stop it keeps its place behind lines that wait.
    Beside,
    /// It asks for the answer now: carried out like [`Beside`](Self::Beside), and before lines that came earlier, as long as they are
    /// carried out beside the search or wait for its end.
    Stops,
    /// It waits until the answer is out.
    Waits,
    /// It ends the search without an answer and is carried out at once.
    Cancels,
    /// It makes the engine answer at once and is carried out after that.
    Interrupts,
    /// It ends the session: at once, or behind the answer if a stop has asked for it.
    Leaves,
}

/// A translator between lines of text and the engine.
pub trait Protocol {
    /// Carries out a line.
    fn line(&mut self, line: &Line, context: &mut Context) -> Flow;

    /// What to do with this line while the engine thinks.
    fn conduct(&self, text: &str) -> Conduct;

    /// Writes what the engine has to tell.
    fn news(&mut self, news: &News, context: &mut Context);

    /// Tells that a line is not carried out, because too many others wait.
    fn refuse(&mut self, _line: &Line, context: &mut Context) {
        self.news(&News::Trouble("too much waits for the answer: a line is passed over".to_owned()), context);
    }

    /// Whether something that was asked for before the quit command is still to be done, once a database is open.
    fn has_requests(&self) -> bool {
        false
    }
}
