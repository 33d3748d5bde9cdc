//! Limits of players, for all of them and for single ones.

use std::num::{NonZeroU32, NonZeroU64};
use std::str::FromStr;

use clap::Args;

use super::values;
use crate::tools::matches::{EngineLimits, MatchError};

/// Bytes of a megabyte.
pub(super) const MEGABYTE: u64 = 1 << 20;
/// Time for the answer to `START`, in milliseconds.
pub(super) const START_MS: u32 = 10_000;
/// Memory that players are told of if nothing else is said: what Gomocup allows.
pub(super) const GOMOCUP_MEGABYTES: u64 = 350;
/// Time for a move if nothing at all limits a player.
const DEFAULT_TURN_MS: u32 = 1000;
/// The keys of a limit of one engine.
const KEYS: &str = "turn-ms, match-ms, increment, nodes, depth, tolerance-ms, patience-ms, memory, threads";

/// Limits of the players.
#[derive(Debug, Args)]
pub(super) struct LimitArgs {
    /// Time for a move in milliseconds, 0 to play at once; 1000 if nothing at all limits an engine.
    #[arg(long, value_name = "MS")]
    turn_ms: Option<u32>,
    /// Time for a whole game in milliseconds.
    #[arg(long, value_name = "MS", value_parser = values::within(NonZeroU32::MIN..=NonZeroU32::MAX))]
    match_ms: Option<NonZeroU32>,
    /// Time that a player gains with every move, on top of that for the game (`INFO time_increment`).
    #[arg(long, value_name = "MS", default_value_t = 0)]
    increment: u32,
    /// Nodes for a move.
    #[arg(long, value_parser = values::within(NonZeroU64::MIN..=NonZeroU64::MAX))]
    nodes: Option<NonZeroU64>,
    /// Depth of a search in plies.
    #[arg(long, value_parser = values::within(NonZeroU32::MIN..=NonZeroU32::MAX))]
    depth: Option<NonZeroU32>,
    /// How far a player may exceed the time before it loses.
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    tolerance_ms: u32,
    /// Longest time for a move if there is no limit of time.
    #[arg(
        long,
        value_name = "MS",
        default_value = "60000",
        value_parser = values::within(NonZeroU32::MIN..=NonZeroU32::MAX)
    )]
    patience_ms: NonZeroU32,
    /// Megabytes for a player; one that takes more loses. Without this option players are told of 350 and not checked.
    #[arg(long, value_name = "MB", value_parser = values::within(NonZeroU64::MIN..=NonZeroU64::MAX))]
    memory: Option<NonZeroU64>,
    /// Threads of each player.
    #[arg(long, default_value = "1", value_parser = values::within(NonZeroU32::MIN..=NonZeroU32::MAX))]
    threads: NonZeroU32,
    /// A limit of one engine by its number from 1, instead of that of all: the options above without dashes, such as
    /// 2:nodes=4000, or 2:nodes=none; may be given several times.
    #[arg(long = "limit", value_name = "N:KEY=VALUE")]
    own: Vec<OwnLimit>,
}

/// A limit of one engine.
#[derive(Clone, Debug)]
struct OwnLimit {
    /// Number of the engine, from 1.
    engine: usize,
    limit: Limit,
}

#[derive(Clone, Copy, Debug)]
enum Limit {
    TurnMs(Option<u32>),
    MatchMs(Option<NonZeroU32>),
    IncrementMs(u32),
    Nodes(Option<NonZeroU64>),
    Depth(Option<NonZeroU32>),
    ToleranceMs(u32),
    PatienceMs(NonZeroU32),
    Memory(Option<NonZeroU64>),
    Threads(NonZeroU32),
}

impl LimitArgs {
    /// The limits of each engine.
    ///
    /// # Errors
    /// [`MatchError`] if there is no engine with a number, or an increment has nothing to be added to.
    pub(super) fn of_engines(
        &self,
        engines: usize,
        shows_scores: bool,
    ) -> Result<Vec<EngineLimits>, MatchError> {
        if let Some(own) = self.own.iter().find(|own| own.engine > engines) {
            return Err(MatchError::NoSuchEngine { option: "--limit", number: own.engine, engines });
        }
        (1..=engines)
            .map(|engine| {
                let mut limits = self.common();
                limits.shows_scores = shows_scores;
                for own in self.own.iter().filter(|own| own.engine == engine) {
                    own.limit.apply(&mut limits);
                }
                if limits.increment_ms > 0 && limits.match_ms.is_none() {
                    return Err(MatchError::LoneIncrement);
                }
                let is_limited =
                    limits.match_ms.is_some() || limits.nodes.is_some() || limits.depth.is_some();
                limits.turn_ms = limits.turn_ms.or((!is_limited).then_some(DEFAULT_TURN_MS));
                Ok(limits)
            })
            .collect()
    }

    fn common(&self) -> EngineLimits {
        let mut limits = EngineLimits { start_ms: START_MS, ..EngineLimits::default() };
        let all = [
            Limit::TurnMs(self.turn_ms),
            Limit::MatchMs(self.match_ms),
            Limit::IncrementMs(self.increment),
            Limit::Nodes(self.nodes),
            Limit::Depth(self.depth),
            Limit::ToleranceMs(self.tolerance_ms),
            Limit::PatienceMs(self.patience_ms),
            Limit::Memory(self.memory),
            Limit::Threads(self.threads),
        ];
        for limit in all {
            limit.apply(&mut limits);
        }
        limits
    }
}

impl Limit {
    fn apply(self, limits: &mut EngineLimits) {
        match self {
            Self::TurnMs(ms) => limits.turn_ms = ms,
            Self::MatchMs(ms) => limits.match_ms = ms.map(NonZeroU32::get),
            Self::IncrementMs(ms) => limits.increment_ms = ms,
            Self::Nodes(nodes) => limits.nodes = nodes.map(NonZeroU64::get),
            Self::Depth(depth) => limits.depth = depth.map(NonZeroU32::get),
            Self::ToleranceMs(ms) => limits.tolerance_ms = ms,
            Self::PatienceMs(ms) => limits.patience_ms = ms.get(),
            Self::Memory(megabytes) => {
                let told = megabytes.map_or(GOMOCUP_MEGABYTES, NonZeroU64::get);
                limits.memory_bytes = told.saturating_mul(MEGABYTE);
                limits.enforces_memory = megabytes.is_some();
            }
            Self::Threads(threads) => limits.threads = threads.get(),
        }
    }
}

impl FromStr for OwnLimit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected =
            || format!("expected an engine's number, one of {KEYS}, and a value, such as 2:nodes=4000");
        let parts = text.split_once(':').and_then(|(number, rest)| Some((number, rest.split_once('=')?)));
        let (number, (key, value)) = parts.ok_or_else(expected)?;
        let engine = number.trim().parse().ok().filter(|&number| number > 0).ok_or_else(expected)?;
        let value = value.trim();
        let limit = match key.trim() {
            "turn-ms" => optional(value, Limit::TurnMs),
            "match-ms" => optional(value, Limit::MatchMs),
            "increment" => value.parse().ok().map(Limit::IncrementMs),
            "nodes" => optional(value, Limit::Nodes),
            "depth" => optional(value, Limit::Depth),
            "tolerance-ms" => value.parse().ok().map(Limit::ToleranceMs),
            "patience-ms" => value.parse().ok().map(Limit::PatienceMs),
            "memory" => optional(value, Limit::Memory),
            "threads" => value.parse().ok().map(Limit::Threads),
            _ => None,
        };
        Ok(Self { engine, limit: limit.ok_or_else(expected)? })
    }
}

/// The limit of a number, or of `none`.
fn optional<T: FromStr>(value: &str, limit: impl Fn(Option<T>) -> Limit) -> Option<Limit> {
    if value == "none" { Some(limit(None)) } else { value.parse().ok().map(|number| limit(Some(number))) }
}
