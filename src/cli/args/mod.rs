//! The workbench's arguments, one file a tool; the help text is the manual.
//!
//! The key idea: clap's types stay here, tools get plain structs. Imports: `tools` for their options. Used by: the
//! rest of `cli`.

mod matches;
mod tool;

pub(super) use matches::MatchArgs;
pub(super) use tool::{Args, Tool};
