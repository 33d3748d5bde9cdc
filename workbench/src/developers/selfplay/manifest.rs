//! Manifests: the origin of a file of records, as JSON beside it.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

use super::{FileStats, SelfplayOptions, Shares, stats};
use crate::files::{beside, expect_writable, hex, read, replace_by_json, sha256};
use rustgomo::engine::VERSION;
use rustgomo::eval::Networks;
use rustgomo::rules::Rule;

/// Entry for the classical evaluation in place of a network's hash.
const CLASSICAL: &str = "classical";

/// The origin of a file of records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Nodes per move.
    pub nodes: u32,
    /// Seed of the run.
    pub seed: u64,
    /// The shard, such as `2/8`.
    pub shard: String,
    /// Games of the whole run, over all shards.
    pub run_games: u64,
    /// Missing in old manifests.
    #[serde(flatten)]
    pub shares: Shares,
    /// Rules in order.
    pub rules: Vec<String>,
    /// Sizes in order.
    pub sizes: Vec<String>,
    /// Games in the file.
    pub games: u64,
    /// Searched positions in the file.
    pub positions: u64,
    /// SHA-256 of the file.
    pub records: String,
    /// Sessions: several if the run was continued by another engine or with other networks. Games of killed
    /// sessions are not counted in any.
    pub sessions: Vec<Session>,
}

/// Games of one engine with the same networks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// Version, commit and instruction set.
    pub engine: String,
    /// SHA-256 of the network file of each rule, or `classical`.
    pub networks: BTreeMap<String, String>,
    pub games: u64,
}

/// What a manifest says of the evaluation of a rule: the SHA-256 of its network's file, or `classical`.
pub(crate) fn file_id(networks: &Networks, rule: Rule) -> String {
    networks.file(rule).map_or_else(|| CLASSICAL.to_owned(), |file| hex(&sha256(file)))
}

/// Checks that a run can go on with a file and write its manifest, in which all games have the same shares.
pub(super) fn expect_same_run(out: &Path, options: &SelfplayOptions, has_games: bool) -> Result<()> {
    let file = beside(out, ".json");
    expect_writable(&file).with_context(|| format!("cannot write {}", file.display()))?;
    if !file.exists() {
        return Ok(());
    }
    let found = serde_json::from_slice::<Manifest>(&read(&file)?);
    let earlier = found.with_context(|| format!("{}: expected the manifest of games", file.display()))?;
    ensure!(
        !has_games || earlier.shares == options.shares,
        "the games of the file to continue have other shares: {:?} instead of {:?}",
        earlier.shares,
        options.shares
    );
    Ok(())
}

/// Writes `FILE.json` beside the records of a run, behind a session with `played` games, and returns it.
pub fn write_manifest(
    out: &Path,
    options: &SelfplayOptions,
    networks: &Networks,
    played: u64,
) -> Result<Manifest> {
    let file = beside(out, ".json");
    let earlier = read(&file).ok().and_then(|text| serde_json::from_slice(&text).ok());
    let earlier = earlier.map_or_else(Vec::new, |manifest: Manifest| manifest.sessions);
    let FileStats { games, positions, .. } = stats(&[out.to_owned()], false)?;
    let session = Session {
        engine: VERSION.to_owned(),
        networks: options
            .rule
            .iter()
            .map(|&rule| (rule.name().to_owned(), file_id(networks, rule)))
            .collect(),
        games: played,
    };
    let manifest = Manifest {
        nodes: options.nodes,
        seed: options.seed,
        shard: options.shard.to_string(),
        run_games: options.games.max(games),
        shares: options.shares,
        rules: unique(options.rule.iter().map(|rule| rule.name().to_owned())),
        sizes: unique(options.size.iter().map(|size| format!("{}x{}", size.width(), size.height()))),
        games,
        positions,
        records: hex(&sha256(&read(out)?)),
        sessions: continued(earlier, session, games),
    };
    replace_by_json(&file, &manifest)?;
    Ok(manifest)
}

/// Adds a session to the earlier ones, which are dropped if they belong to an earlier file of the same name.
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
