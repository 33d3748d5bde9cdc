//! From arguments to calls of the tools, one file a tool. Each answers whether all went well, for the exit code.

mod analyze;
mod bench;
mod colors;
mod common;
mod database;
mod fastchess;
mod interactive;
mod matches;
mod network;
mod opening;
mod record;
mod regress;
mod review;
mod selfplay;
mod speedtest;
mod spsa;
mod tactics;
mod train;
mod tune;

pub(super) use analyze::analyze_position;
pub(super) use bench::bench;
pub(super) use database::database;
pub(super) use fastchess::{fastchess, with_tool};
pub(super) use matches::run_match;
pub(super) use network::network;
pub(super) use opening::opening;
pub(super) use record::record;
pub(super) use regress::regress;
pub(super) use review::review_game;
pub(super) use selfplay::selfplay;
pub(super) use speedtest::speedtest;
pub(super) use spsa::spsa;
pub(super) use tactics::tactics;
pub(super) use train::train_network;
pub(super) use tune::tune;
