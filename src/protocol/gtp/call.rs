//! The types of commands: a name and a function from a call to a reply.

use super::super::Context;
use super::Gtp;
use super::failure::Failure;
use super::vertex::{color, square};
use crate::clock::Instant;
use crate::engine::{Request, Session};
use crate::geometry::{BoardSize, Color, Square};
use crate::rules::Rule;

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
    pub(super) const fn session(&self) -> &Session {
        self.context.engine.session()
    }

    pub(super) fn size(&self) -> Result<BoardSize, Failure> {
        Ok(self.session().size()?)
    }

    pub(super) const fn rule(&self) -> Rule {
        self.session().settings().rule
    }

    /// The side to move; black if there is no game.
    pub(super) fn turn(&self) -> Color {
        self.session().game().map_or(Color::Black, |game| game.board().side_to_move())
    }

    /// The color that the argument with this index names.
    pub(super) fn color(&self, index: usize) -> Result<Color, Failure> {
        color(self.argument(index)?)
    }

    /// The argument with this index.
    pub(super) fn argument(&self, index: usize) -> Result<&str, Failure> {
        self.arguments.get(index).map(String::as_str).ok_or(Failure::Syntax)
    }

    /// The arguments from this index on as squares.
    pub(super) fn squares(&self, from: usize) -> Result<Vec<Square>, Failure> {
        let size = self.size()?;
        self.arguments.iter().skip(from).map(|text| square(text, size)).collect()
    }

    /// Begins a search for a colour. If it cannot begin, the turn stays as it is.
    pub(super) fn think(&mut self, color: Color, request: &Request) -> Result<(), Failure> {
        let (turn, engine) = (self.turn(), &mut *self.context.engine);
        engine.give_turn(color)?;
        let begun = engine.think_about(request, self.received);
        if begun.is_err() {
            engine.give_turn(turn)?;
        }
        Ok(begun?)
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
