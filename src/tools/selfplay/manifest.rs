//! What a file of records was made with, as JSON beside it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Options, Summary, stats};
use crate::engine::VERSION;
use crate::record::training::TrainingError;
use crate::tools::files::{beside, hex, replace, sha256};

/// What stands for the hash of a network where there is none.
const CLASSICAL: &str = "classical";

/// The origin of a file of records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Nodes a move.
    pub nodes: u32,
    /// Seed of the run.
    pub seed: u64,
    /// The part of the run that the file is for, such as `2/8`.
    pub shard: String,
    /// Games of the whole run, over all shards.
    pub run_games: u64,
    /// Rules, in the order in which they are taken.
    pub rules: Vec<String>,
    /// Boards, in the order in which they are taken.
    pub sizes: Vec<String>,
    /// Games in the file.
    pub games: u64,
    /// Searched positions in the file.
    pub positions: u64,
    /// SHA-256 of the file.
    pub records: String,
    /// Who played: more than one entry if the run was continued by another engine or with other networks. Games that
    /// none of them counts were played by a session that was killed.
    pub sessions: Vec<Session>,
}

/// Games played by one engine with the same networks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// Version, commit and instruction set.
    pub engine: String,
    /// For each rule the SHA-256 of the network's file, or `classical`.
    pub networks: BTreeMap<String, String>,
    /// Games.
    pub games: u64,
}

/// A manifest that cannot be written.
#[derive(Debug, Error)]
pub enum ManifestError {
    /// The records cannot be read again.
    #[error("{}: {source}", file.display())]
    Records {
        /// The file of records.
        file: PathBuf,
        /// What is wrong with it.
        source: TrainingError,
    },
    /// The system refused.
    #[error("cannot write {}: {source}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

/// Writes `FILE.json` beside the records of a run.
///
/// # Errors
/// [`ManifestError`].
pub fn write_manifest(options: &Options, summary: &Summary) -> Result<(), ManifestError> {
    let file = beside(&options.out, ".json");
    let failed = |source| ManifestError::File { file: file.clone(), source };
    let old = std::fs::read(&file).ok().and_then(|bytes| serde_json::from_slice::<Manifest>(&bytes).ok());
    let manifest = Manifest::new(options, summary, old.map_or_else(Vec::new, |old| old.sessions))?;
    let text = serde_json::to_string_pretty(&manifest).map_err(|error| failed(error.into()))? + "\n";
    replace(&file, text.as_bytes()).map_err(failed)
}

impl Manifest {
    fn new(options: &Options, summary: &Summary, sessions: Vec<Session>) -> Result<Self, ManifestError> {
        let unreadable = |source| ManifestError::Records { file: options.out.clone(), source };
        let found = stats(&options.out).map_err(unreadable)?;
        let bytes = std::fs::read(&options.out).map_err(|source| unreadable(source.into()))?;
        Ok(Self {
            nodes: options.nodes,
            seed: options.seed,
            shard: options.shard.to_string(),
            run_games: options.games,
            rules: unique(options.tables.iter().map(|table| table.rule.name().to_owned())),
            sizes: unique(options.tables.iter().map(|t| format!("{}x{}", t.size.width(), t.size.height()))),
            games: found.games,
            positions: found.positions,
            records: hex(&sha256(&bytes)),
            sessions: continued(sessions, Session::of(options, summary.played), found.games),
        })
    }
}

impl Session {
    fn of(options: &Options, games: u64) -> Self {
        let network = |rule| {
            options.networks.file(rule).map_or_else(|| CLASSICAL.to_owned(), |file| hex(&sha256(file)))
        };
        let rules = options.tables.iter().map(|table| table.rule);
        let networks = rules.map(|rule| (rule.name().to_owned(), network(rule))).collect();
        Self { engine: VERSION.to_owned(), networks, games }
    }
}

/// Adds a session to those before it, unless they tell of another file of the same name.
fn continued(mut sessions: Vec<Session>, new: Session, games: u64) -> Vec<Session> {
    if sessions.iter().map(|session| session.games).sum::<u64>() + new.games > games {
        sessions.clear();
    }
    match sessions.last_mut() {
        Some(last) if last.engine == new.engine && last.networks == new.networks => last.games += new.games,
        _ if new.games > 0 => sessions.push(new),
        _ => {}
    }
    sessions
}

fn unique(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut found = Vec::new();
    for name in names {
        if !found.contains(&name) {
            found.push(name);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_of_the_same_player_are_added_up_and_those_of_a_lost_file_forgotten() {
        let session = |engine: &str, games| {
            let (engine, networks) = (engine.to_owned(), BTreeMap::new());
            Session { engine, networks, games }
        };
        let games = |sessions: Vec<Session>| sessions.iter().map(|s| s.games).collect::<Vec<_>>();
        let old = || vec![session("a", 5)];
        assert_eq!(games(continued(old(), session("a", 2), 7)), [7]);
        assert_eq!(games(continued(old(), session("b", 2), 9)), [5, 2]);
        assert_eq!(games(continued(old(), session("b", 0), 5)), [5]);
        assert_eq!(games(continued(old(), session("a", 2), 2)), [2]);
    }
}
