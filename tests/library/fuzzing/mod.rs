//! Random sessions in every protocol of lines, and what must hold for each. `vocabulary` has the words of the
//! protocols, `input` makes sessions of them, changed a little or a lot. `check` runs a session and looks at
//! what it wrote: all lines come at once, or `wire` sends one after the other, as soon as the answers are
//! there that `tally` counts by the documents of the protocols. `files` does the same for the protocol of
//! files, and `records` damages files of games. Used by: `tests/library/protocol_fuzz.rs` for a few hundred
//! sessions and `examples/fuzz.rs` for as many as wanted.

pub(crate) mod check;
pub(crate) mod files;
pub(crate) mod input;
pub(crate) mod records;
pub(crate) mod tally;
pub(crate) mod vocabulary;
pub(crate) mod wire;
