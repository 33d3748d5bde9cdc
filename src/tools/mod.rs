//! What developers run. Each tool is a function from options to a report on a given writer. Imports: `engine` and
//! below. Used by: `cli`.

pub mod bench;
