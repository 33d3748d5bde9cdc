//! What a command is: a name and a function from a call to a reply.

use super::super::Context;
use super::Gtp;
use super::failure::Failure;
use crate::clock::Instant;

/// What a command answers with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reply {
    /// This text, at once; lines are separated by line feeds, and none is empty.
    Text(String),
    /// The engine's answer, when it comes.
    Later,
    /// This text, and the session ends.
    Quit,
}

impl Reply {
    /// Nothing to say.
    pub(super) const DONE: Self = Self::Text(String::new());
}

/// What a command works with.
pub(super) struct Call<'a, 'c, 'w> {
    /// The session.
    pub(super) gtp: &'a mut Gtp,
    /// The engine and the output.
    pub(super) context: &'a mut Context<'c, 'w>,
    /// The words after the command.
    pub(super) arguments: &'a [String],
    /// The same as it was written.
    pub(super) rest: &'a str,
    /// When the line came.
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

/// What a command does.
pub(super) type Handler = fn(&mut Call) -> Result<Reply, Failure>;

/// A row of the table.
pub(super) type Row = (&'static str, Handler);
