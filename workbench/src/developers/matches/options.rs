//! What a match is.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use serde::Serialize;
use serde_json::json;

use super::openings::Openings;
use super::sprt::Sprt;
use crate::developers::shard::Shard;
use crate::values;
use rustgomo::geometry::BoardSize;
use rustgomo::rules::Rule;

/// Bytes of a MiB, the unit of memory limits.
pub(crate) const MEGABYTE: u64 = 1 << 20;

#[derive(Clone, Debug)]
pub struct MatchOptions {
    /// The players, two or more.
    pub engines: Vec<EngineOptions>,
    /// Who plays whom.
    pub format: Format,
    /// Games for each pair of players, rounded up to an even number.
    pub games: u64,
    /// Conditions of every game.
    pub conditions: Conditions,
    /// The openings; each is played twice, with colours swapped.
    pub openings: Openings,
    /// Games that run at the same time.
    pub concurrency: usize,
    /// Whether engines are restarted for every game, as in tournaments.
    pub fresh: bool,
    /// Whether a game in which an engine crashed is lost, as in tournaments. Otherwise it is not counted and
    /// ends the match, since crashes say nothing about strength.
    pub recovers: bool,
    /// Folder for a log of each process: its input, output and standard error.
    pub log: Option<PathBuf>,
    /// The part of the match to play.
    pub shard: Shard,
    /// Sequential test that may end a match of two players early.
    pub sprt: Option<Sprt>,
}

impl MatchOptions {
    /// A match of two engines, one game after the other, whose crashes count as lost.
    pub fn duel(engines: [EngineOptions; 2], conditions: Conditions, openings: Openings) -> Self {
        Self {
            engines: engines.into(),
            format: Format::RoundRobin,
            games: 2,
            conditions,
            openings,
            concurrency: 1,
            fresh: false,
            recovers: true,
            log: None,
            shard: Shard::WHOLE,
            sprt: None,
        }
    }

    /// What must be equal to continue a match besides what its games tell, on one line.
    pub fn conditions(&self) -> String {
        let Self { engines, fresh, conditions, .. } = self;
        json!({ "engines": engines, "fresh": fresh, "adjudication": conditions.adjudication }).to_string()
    }

    /// Checks that no game repeats another one move by move, as those of fresh engines with fixed nodes or depth
    /// and the same opening do: they would count as evidence twice.
    pub fn expect_different_games(&self) -> Result<()> {
        let has_clock = |engine: &EngineOptions| {
            let EngineLimits { turn_ms, match_ms, threads, .. } = engine.limits;
            turn_ms.or(match_ms).is_some() || threads > 1
        };
        if let Openings::Listed(list) = &self.openings
            && let most = 2 * list.len().max(1) as u64
            && self.fresh
            && !self.engines.iter().any(has_clock)
            && self.games > most
        {
            bail!(
                "expected at most {most} games, with both colours of {} openings, found {}: \
                 without a clock engines that start afresh repeat further ones",
                most / 2,
                self.games
            );
        }
        Ok(())
    }
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EngineOptions {
    /// Program and arguments, separated by blanks; quotation marks keep words with blanks together.
    pub command: String,
    /// Name in records and reports; what the engine calls itself otherwise.
    pub name: Option<String>,
    /// Additional `INFO` lines, key and value, sent after all others.
    pub infos: Vec<(String, String)>,
    /// Its limits, which need not be those of its opponents.
    pub limits: EngineLimits,
}

/// Who plays whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Everybody plays everybody.
    #[default]
    RoundRobin,
    /// The first player plays all others.
    Gauntlet,
}

/// Conditions of a game.
#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    pub rule: Rule,
    pub size: BoardSize,
    /// When a game is adjudicated.
    pub adjudication: Adjudication,
}

/// Limits of a player; `None` means unlimited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Args, Serialize)]
pub struct EngineLimits {
    /// Time for a move in milliseconds, 0 to play at once [default: 1000 without any other limit].
    #[arg(long, value_name = "MS")]
    pub turn_ms: Option<u32>,
    /// Time for a whole game in milliseconds.
    #[arg(long, value_name = "MS", value_parser = values::within(1..=u32::MAX))]
    pub match_ms: Option<u32>,
    /// Increment in milliseconds that is added to --match-ms after every move (`INFO time_increment`).
    #[arg(long = "increment", value_name = "MS", default_value_t = 0)]
    pub increment_ms: u32,
    /// Nodes for a move (`INFO max_node`).
    #[arg(long, value_parser = values::within(1..=u64::MAX))]
    pub nodes: Option<u64>,
    /// Search depth in plies (`INFO max_depth`).
    #[arg(long, value_parser = values::within(1..=u32::MAX))]
    pub depth: Option<u32>,
    /// Time margin: how many milliseconds an engine may exceed its time before it loses.
    #[arg(long, value_name = "MS", default_value_t = Self::default().tolerance_ms)]
    pub tolerance_ms: u32,
    /// Maximum time for a move in milliseconds if the time is not limited.
    #[arg(long, value_name = "MS", default_value_t = Self::default().patience_ms, value_parser = values::within(1..=u32::MAX))]
    pub patience_ms: u32,
    /// Threads of each engine (`INFO thread_num`; not sent for 1).
    #[arg(long, default_value_t = 1, value_parser = values::within(1..=u32::MAX))]
    pub threads: u32,
    /// Milliseconds for the answer to `START`, which are not counted as thinking.
    #[arg(skip = Self::default().start_ms)]
    pub start_ms: u32,
    /// Bytes of memory of its process (`INFO max_memory`).
    #[arg(skip = Self::default().memory_bytes)]
    pub memory_bytes: u64,
    /// Whether a process with more memory loses.
    #[arg(skip)]
    pub enforces_memory: bool,
    /// Whether it is asked to show its scores (`INFO show_detail 1`), for records and adjudication.
    #[arg(skip)]
    pub shows_scores: bool,
}

impl Default for EngineLimits {
    /// No limits but Gomocup's 350 MiB of memory, which is announced and not enforced.
    fn default() -> Self {
        Self {
            turn_ms: None,
            match_ms: None,
            increment_ms: 0,
            nodes: None,
            depth: None,
            tolerance_ms: 1000,
            patience_ms: 60_000,
            threads: 1,
            start_ms: 10_000,
            memory_bytes: 350 * MEGABYTE,
            enforces_memory: false,
            shows_scores: false,
        }
    }
}

/// When a game is adjudicated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Adjudication {
    /// A win that both players' scores agree on.
    pub win: Option<AgreedWin>,
    /// A draw after this number of moves, including those of the opening.
    pub draw_after: Option<usize>,
}

/// Adjudication of a win by the scores of both players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct AgreedWin {
    /// Minimum score of the winner and, negated, maximum score of the loser, in centi-units.
    pub score: i16,
    /// Number of consecutive moves of each player, from 1.
    pub moves: u32,
}
