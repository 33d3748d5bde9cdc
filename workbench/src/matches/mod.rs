//! Engine against engine: every claim about strength is measured here.
//!
//! The key idea: the referee trusts nobody. Players are processes behind pipes ([`Match`] starts them, and again when
//! one fails); moves are judged by the slow rules; every loss has its cause in the record. Openings come in pairs with
//! swapped colours, so results are counted in pairs too ([`Tally`]), which is what the sequential test ([`Sprt`]) looks
//! at. Games are numbered through the whole match, so that parts of it can be played anywhere and merged by
//! concatenation ([`Shard`]). Imports: `record` and below, `eval` for scores. Used by: `cli`, tuning.

mod command_line;
mod elo;
mod error;
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
mod score;
mod source;
mod sprt;
mod standings;
mod time_use;

pub use elo::{Estimate, MIN_GAMES, Superior, Tally};
pub use error::MatchError;
pub use files::GameWriter;
pub use game::{PlayedGame, PlayerStats};
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

pub use crate::shard::Shard;
