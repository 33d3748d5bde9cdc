//! Limits of the players of a match, for all of them and for single ones.

use std::str::FromStr;

use anyhow::{Result, bail};
use clap::Args;

use crate::developers::matches::{EngineLimits, MEGABYTE};
use crate::values;

/// Time for a move if an engine has no limit at all, in milliseconds.
const DEFAULT_TURN_MS: u32 = 1000;

#[derive(Debug, Args)]
pub(super) struct LimitArgs {
    #[command(flatten)]
    all: EngineLimits,
    /// Memory of each engine in MiB; an engine that uses more loses [default: 350 is sent to the engines and
    /// not enforced].
    #[arg(long, value_name = "MB", value_parser = values::within(1..=u64::MAX))]
    memory: Option<u64>,
    /// A limit for a single engine by its number from 1, named like the options above without dashes, such as
    /// 2:nodes=4000 or 2:nodes=none; may be given several times.
    #[arg(long = "limit", value_name = "N:KEY=VALUE")]
    own: Vec<OwnLimit>,
}

/// A limit of a single engine.
#[derive(Clone, Debug)]
struct OwnLimit {
    /// Number of the engine, from 1.
    engine: usize,
    set: Setter,
    value: String,
}

/// Sets a limit; `None` if the value is invalid.
type Setter = fn(&mut EngineLimits, &str) -> Option<()>;

/// The limits by their names, which are those of the options for all engines.
const LIMITS: [(&str, Setter); 9] = [
    ("turn-ms", |limits, value| set_optional(&mut limits.turn_ms, value, 0)),
    ("match-ms", |limits, value| set_optional(&mut limits.match_ms, value, 1)),
    ("increment", |limits, value| set(&mut limits.increment_ms, value, 0)),
    ("nodes", |limits, value| set_optional(&mut limits.nodes, value, 1)),
    ("depth", |limits, value| set_optional(&mut limits.depth, value, 1)),
    ("tolerance-ms", |limits, value| set(&mut limits.tolerance_ms, value, 0)),
    ("patience-ms", |limits, value| set(&mut limits.patience_ms, value, 1)),
    ("memory", |limits, value| {
        let mut memory = None;
        set_optional(&mut memory, value, 1)?;
        set_memory(limits, memory);
        Some(())
    }),
    ("threads", |limits, value| set(&mut limits.threads, value, 1)),
];

impl LimitArgs {
    pub(super) fn of_engines(&self, engines: usize, shows_scores: bool) -> Result<Vec<EngineLimits>> {
        if let Some(own) = self.own.iter().find(|own| own.engine > engines) {
            bail!("expected the number of an engine from 1 to {engines} in --limit, found {}", own.engine);
        }
        (1..=engines)
            .map(|engine| {
                let mut limits = EngineLimits { shows_scores, ..self.all };
                set_memory(&mut limits, self.memory);
                for own in self.own.iter().filter(|own| own.engine == engine) {
                    // The value was checked when it was parsed.
                    let _ = (own.set)(&mut limits, &own.value);
                }
                if limits.increment_ms > 0 && limits.match_ms.is_none() {
                    bail!(
                        "expected a time for the game with an increment: without one there is nothing to add it to"
                    );
                }
                if limits.match_ms.is_none() && limits.nodes.is_none() && limits.depth.is_none() {
                    limits.turn_ms = limits.turn_ms.or(Some(DEFAULT_TURN_MS));
                }
                Ok(limits)
            })
            .collect()
    }
}

/// Without a limit the default is sent to the engine and not enforced.
fn set_memory(limits: &mut EngineLimits, megabytes: Option<u64>) {
    let default = EngineLimits::default().memory_bytes;
    limits.memory_bytes = megabytes.map_or(default, |megabytes| megabytes.saturating_mul(MEGABYTE));
    limits.enforces_memory = megabytes.is_some();
}

/// Sets a limit to a number of at least `least`.
fn set<T: FromStr + Ord + Copy>(limit: &mut T, value: &str, least: T) -> Option<()> {
    *limit = value.parse().ok().filter(|number| *number >= least)?;
    Some(())
}

/// Sets a limit to a number of at least `least`, or lifts it for `none`.
fn set_optional<T: FromStr + Ord + Copy + Default>(
    limit: &mut Option<T>,
    value: &str,
    least: T,
) -> Option<()> {
    if value == "none" {
        *limit = None;
        return Some(());
    }
    set(limit.get_or_insert_default(), value, least)
}

/// The parts of `N:KEY=VALUE` for the Nth engine, from 1.
pub(super) fn of_engine(text: &str) -> Option<(usize, &str, &str)> {
    let (number, rest) = text.split_once(':')?;
    let (key, value) = rest.split_once('=')?;
    let engine = number.trim().parse().ok().filter(|&number| number > 0)?;
    Some((engine, key.trim(), value.trim()))
}

impl FromStr for OwnLimit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let (engine, key, value) = of_engine(text)?;
            let (_, set) = *LIMITS.iter().find(|(name, _)| *name == key)?;
            set(&mut EngineLimits::default(), value)?;
            Some(Self { engine, set, value: value.to_owned() })
        };
        read().ok_or_else(|| {
            let keys = LIMITS.map(|(name, _)| name).join(", ");
            format!("expected an engine's number, one of {keys}, and a value, such as 2:nodes=4000")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_of_a_single_engine_is_parsed_and_optional_ones_can_be_lifted() {
        for (key, set) in LIMITS {
            let own = |value: &str| format!("2:{key}={value}").parse::<OwnLimit>();
            assert_eq!(own("7").unwrap().engine, 2, "{key}");
            let mut limits = EngineLimits::default();
            set(&mut limits, "7").unwrap();
            assert_ne!(limits, EngineLimits::default(), "{key}");
            let is_optional = ["turn-ms", "match-ms", "nodes", "depth", "memory"].contains(&key);
            assert_eq!(own("none").is_ok(), is_optional, "{key}");
            assert!(own("-7").is_err(), "{key}");
        }
    }
}
