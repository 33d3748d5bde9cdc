//! Matches between engines.
//!
//! Players are processes that speak the Gomocup protocol; [`Match`] starts them, and restarts those that
//! failed. The referee checks every move by the reference rules and records the cause of every loss. Each
//! opening is played twice with swapped colours, so results are counted in pairs ([`Tally`]), which the
//! sequential test ([`Sprt`]) uses. Games are numbered through the whole match, so that parts of it
//! ([`Shard`]) can be played anywhere and merged by concatenation.

mod command_line;
mod elo;
mod files;
mod game;
mod log;
mod names;
mod openings;
mod options;
mod player;
mod process;
mod report;
mod runner;
mod schedule;
mod source;
mod sprt;
mod standings;
mod time_use;

pub use elo::{Estimate, Superior, Tally};
pub use files::GameWriter;
pub use game::PlayedGame;
pub use openings::{Openings, is_playable};
pub(crate) use options::MEGABYTE;
pub use options::{Adjudication, AgreedWin, Conditions, EngineLimits, EngineOptions, Format, MatchOptions};
pub use report::{game_line, json, summary, table};
pub use runner::Match;
pub use schedule::{Schedule, ScheduledGame};
pub use source::OpeningOptions;
pub use sprt::{EloModel, NORMALIZED_ELO_UNIT, Sprt, SprtVerdict, expected_score};
pub use standings::Standings;
pub use time_use::TimeUse;

pub use crate::developers::shard::Shard;
