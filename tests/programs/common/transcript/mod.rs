//! Transcripts: protocol tests as text files, so that players can add them. A file lists lines sent and
//! patterns expected; its language is described in `tests/data/protocol/README.md`. `script` reads a file,
//! `pattern` says what an answer must look like, `session` follows the stones so that a move can be called
//! legal, `run` plays the file against a brain. Imports: `brain`, `point`. Used by: `protocol_*.rs`.

pub(crate) mod pattern;
pub(crate) mod run;
pub(crate) mod script;
pub(crate) mod session;
