//! Random sessions in every protocol of lines, and what must hold for each. `vocabulary` has the words of the protocols, `input` makes sessions
//! of them, changed a little or a lot, `check` runs a session and looks at what it wrote. Used by: `tests/library/protocol_fuzz.rs` for a few hundred
//! sessions and `examples/fuzz.rs` for as many as wanted.

pub(crate) mod check;
pub(crate) mod input;
pub(crate) mod vocabulary;
