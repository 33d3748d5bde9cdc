//! The table of commands.

use super::call::{Handler, Reply, Row};
use super::parse::parse;
use super::{analysis, board, genmove, gogui, handicap, opening, rule, score, session, sgf};

/// Commands about the table itself.
const COMMANDS: &[Row] = &[
    ("known_command", |call| {
        let is_known = call.arguments.first().is_some_and(|name| find(name).is_some());
        Ok(Reply::Text(is_known.to_string()))
    }),
    ("list_commands", |_| Ok(list())),
    ("help", |_| Ok(list())),
];

const TABLES: [&[Row]; 11] = [
    session::COMMANDS,
    COMMANDS,
    board::COMMANDS,
    genmove::COMMANDS,
    score::COMMANDS,
    handicap::COMMANDS,
    rule::COMMANDS,
    opening::COMMANDS,
    sgf::COMMANDS,
    analysis::COMMANDS,
    gogui::COMMANDS,
];

fn list() -> Reply {
    Reply::Text(names().collect::<Vec<_>>().join("\n"))
}

/// The names of all commands.
fn names() -> impl Iterator<Item = &'static str> {
    TABLES.into_iter().flatten().map(|(name, _)| *name)
}

/// The command with exactly this name.
pub(super) fn find(name: &str) -> Option<Handler> {
    TABLES.into_iter().flatten().find(|(known, _)| *known == name).map(|(_, handler)| *handler)
}

/// Whether a session that begins with this line speaks GTP: a number and a name, a known command, or a
/// comment.
pub(super) fn recognises(line: &str) -> bool {
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
