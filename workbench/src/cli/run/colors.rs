//! Colours of boards.

use std::io::{self, IsTerminal};

/// Whether to colour what goes to the standard output: on a terminal, unless the user has set `NO_COLOR`
/// (<https://no-color.org>).
pub(super) fn has_colors() -> bool {
    let is_refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    io::stdout().is_terminal() && !is_refused
}
