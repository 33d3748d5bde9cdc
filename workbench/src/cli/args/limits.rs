//! Limits of players, for all of them and for single ones.

use std::num::{NonZeroU32, NonZeroU64};
use std::str::FromStr;

use clap::Args;

use super::values;
use crate::matches::{EngineLimits, MatchError};

/// Bytes of a megabyte.
pub(super) const MEGABYTE: u64 = 1 << 20;
/// Time for the answer to `START`, in milliseconds.
pub(super) const START_MS: u32 = 10_000;
/// Memory that players are told of if nothing else is said: what Gomocup allows.
pub(super) const GOMOCUP_MEGABYTES: u64 = 350;
/// How far a player may exceed the time if nothing else is said, in milliseconds.
pub(super) const TOLERANCE_MS: u32 = 1000;
/// Longest time for a move if there is no limit of time and nothing else is said, in milliseconds.
pub(super) const PATIENCE_MS: u32 = 60_000;
/// Time for a move if nothing at all limits a player.
const DEFAULT_TURN_MS: u32 = 1000;

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
    #[arg(long, value_name = "MS", default_value_t = TOLERANCE_MS)]
    tolerance_ms: u32,
    /// Longest time for a move if there is no limit of time.
    #[arg(
        long,
        value_name = "MS",
        default_value_t = PATIENCE_MS,
        value_parser = values::within(1..=u32::MAX)
    )]
    patience_ms: u32,
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
    set: SetLimit,
    value: String,
}

/// Limits with one of them set to a value; `None` if that is none.
type SetLimit = fn(EngineLimits, &str) -> Option<EngineLimits>;

/// What a limit of one engine may be, by the names of the options for all.
const OWN_LIMITS: [(&str, SetLimit); 9] = [
    ("turn-ms", |limits, value| Some(EngineLimits { turn_ms: optional(value).ok()?, ..limits })),
    ("match-ms", |limits, value| {
        Some(EngineLimits { match_ms: optional(value).ok()?.map(NonZeroU32::get), ..limits })
    }),
    ("increment", |limits, value| Some(EngineLimits { increment_ms: value.parse().ok()?, ..limits })),
    ("nodes", |limits, value| {
        Some(EngineLimits { nodes: optional(value).ok()?.map(NonZeroU64::get), ..limits })
    }),
    ("depth", |limits, value| {
        Some(EngineLimits { depth: optional(value).ok()?.map(NonZeroU32::get), ..limits })
    }),
    ("tolerance-ms", |limits, value| Some(EngineLimits { tolerance_ms: value.parse().ok()?, ..limits })),
    ("patience-ms", |limits, value| {
        Some(EngineLimits { patience_ms: value.parse::<NonZeroU32>().ok()?.get(), ..limits })
    }),
    ("memory", |limits, value| Some(with_memory(limits, optional(value).ok()?))),
    ("threads", |limits, value| {
        Some(EngineLimits { threads: value.parse::<NonZeroU32>().ok()?.get(), ..limits })
    }),
];

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
                    limits = (own.set)(limits, &own.value).unwrap_or(limits);
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
        let limits = EngineLimits {
            turn_ms: self.turn_ms,
            match_ms: self.match_ms.map(NonZeroU32::get),
            increment_ms: self.increment,
            nodes: self.nodes.map(NonZeroU64::get),
            depth: self.depth.map(NonZeroU32::get),
            tolerance_ms: self.tolerance_ms,
            patience_ms: self.patience_ms,
            start_ms: START_MS,
            threads: self.threads.get(),
            ..EngineLimits::default()
        };
        with_memory(limits, self.memory)
    }
}

/// Without a limit players are told of Gomocup's, and not checked.
fn with_memory(limits: EngineLimits, megabytes: Option<NonZeroU64>) -> EngineLimits {
    let told = megabytes.map_or(GOMOCUP_MEGABYTES, NonZeroU64::get);
    let memory_bytes = told.saturating_mul(MEGABYTE);
    EngineLimits { memory_bytes, enforces_memory: megabytes.is_some(), ..limits }
}

impl FromStr for OwnLimit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || {
            let keys = OWN_LIMITS.map(|(key, _)| key).join(", ");
            format!("expected an engine's number, one of {keys}, and a value, such as 2:nodes=4000")
        };
        let parts = text.split_once(':').and_then(|(number, rest)| Some((number, rest.split_once('=')?)));
        let (number, (key, value)) = parts.ok_or_else(expected)?;
        let engine = number.trim().parse().ok().filter(|&number| number > 0).ok_or_else(expected)?;
        let (key, value) = (key.trim(), value.trim().to_owned());
        let named = OWN_LIMITS.into_iter().find(|&(name, _)| name == key);
        let set = named.map(|(_, set)| set).filter(|set| set(EngineLimits::default(), &value).is_some());
        Ok(Self { engine, set: set.ok_or_else(expected)?, value })
    }
}

/// A number, or nothing for `none`.
fn optional<T: FromStr>(value: &str) -> Result<Option<T>, T::Err> {
    if value == "none" { Ok(None) } else { value.parse().map(Some) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_limit_of_one_engine_is_read_and_those_that_may_be_missing_are_lifted() {
        for (key, _) in OWN_LIMITS {
            let set = |value: &str| format!("2:{key}={value}").parse::<OwnLimit>();
            let own = set("7").unwrap();
            let limited = (own.set)(EngineLimits::default(), &own.value).unwrap();
            assert!(own.engine == 2 && limited != EngineLimits::default(), "{key}");
            let may_be_missing = ["turn-ms", "match-ms", "nodes", "depth", "memory"].contains(&key);
            assert_eq!(set("none").is_ok(), may_be_missing, "{key}");
            assert!(set("-7").is_err(), "{key}");
        }
    }
}
