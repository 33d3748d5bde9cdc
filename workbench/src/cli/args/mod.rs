//! The workbench's arguments, one file a tool; the help text is the manual.
//!
//! The key idea: clap's types stay here, tools get plain structs. Imports: `tools` for their options. Used by: the
//! rest of `cli`.

pub(super) mod analyze;
pub(super) mod database;
mod limits;
mod matches;
pub(super) mod network;
mod networks;
pub(super) mod opening;
pub(super) mod record;
pub(super) mod review;
mod search_limit;
mod selfplay;
pub(super) mod speedtest;
mod spsa;
pub(super) mod tactics;
mod threads;
mod tool;
mod train;
mod tune;
mod values;
mod variant;

pub(super) use matches::MatchArgs;
pub(super) use search_limit::EffortArgs;
pub(super) use selfplay::SelfplayArgs;
pub(super) use spsa::SpsaArgs;
pub(super) use tool::{Args, Tool, TuneTool};
pub(super) use train::TrainArgs;
pub(super) use tune::TuneArgs;
