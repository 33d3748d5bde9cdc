//! The table of commands.

use super::super::Context;
use super::failure::Failure;
use super::parse::parse;
use super::{Gtp, analysis, board, clock, genmove, gogui, rule, session, sgf};
use std::time::Instant;

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

const TABLES: [&[Row]; 9] = [
    session::COMMANDS,
    board::COMMANDS,
    genmove::COMMANDS,
    clock::COMMANDS,
    rule::COMMANDS,
    sgf::COMMANDS,
    analysis::COMMANDS,
    gogui::COMMANDS,
    gogui::RULER,
];

/// The names of all commands.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    TABLES.into_iter().flatten().map(|(name, _)| *name)
}

/// The command with this name, which must be written exactly so.
pub(super) fn find(name: &str) -> Option<Handler> {
    TABLES.into_iter().flatten().find(|(known, _)| *known == name).map(|(_, handler)| *handler)
}

/// Whether a session that begins with this line speaks GTP: a number and a name, a known name, or a comment.
pub fn recognises(line: &str) -> bool {
    if line.trim_start().starts_with('#') {
        return true;
    }
    parse(line).is_some_and(|parsed| {
        (parsed.id.is_some() && !parsed.name.is_empty()) || find(&parsed.name).is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_command_is_listed_twice() {
        let mut all: Vec<_> = names().collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
