//! The workbench's arguments, one file a tool; the help text is the manual.

pub(super) mod analyze;
mod effort;
mod matches;
pub(super) mod opening;
pub(super) mod review;
pub(super) mod speedtest;
mod tool;
mod values;

pub(super) use matches::MatchArgs;
pub(super) use tool::{Args, Tool};
