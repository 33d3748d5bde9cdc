//! The types of commands: a name and a function from a call to a reply.

use super::super::Context;
use super::Gtp;
use super::failure::Failure;
use crate::clock::Instant;

/// The reply of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reply {
    /// This text; lines are separated by line feeds, and none is empty.
    Text(String),
    /// The response follows with the engine's answer.
    Later,
    /// An empty text, and the session ends.
    Quit,
}

impl Reply {
    /// An empty text.
    pub(super) const DONE: Self = Self::Text(String::new());
}

/// A command with its context.
pub(super) struct Call<'a, 'c, 'w> {
    /// The session.
    pub(super) gtp: &'a mut Gtp,
    /// The engine and the output.
    pub(super) context: &'a mut Context<'c, 'w>,
    /// The arguments.
    pub(super) arguments: &'a [String],
    /// The arguments as they were written.
    pub(super) rest: &'a str,
    /// When the line arrived.
    pub(super) received: Instant,
}

impl Call<'_, '_, '_> {
    /// The argument with this index.
    pub(super) fn argument(&self, index: usize) -> Result<&str, Failure> {
        self.arguments.get(index).map(String::as_str).ok_or(Failure::Syntax)
    }

    /// The argument with this index as a number.
    pub(super) fn number<T: std::str::FromStr>(&self, index: usize) -> Result<T, Failure> {
        self.argument(index)?.parse().map_err(|_| Failure::Syntax)
    }
}

/// The function of a command.
pub(super) type Handler = fn(&mut Call) -> Result<Reply, Failure>;

/// A row of the table.
pub(super) type Row = (&'static str, Handler);
