//! Test sets: games on which networks are judged and from which none learns.
//!
//! A loss on one kind of game favours the networks that learned from it. A test set therefore has equal parts
//! of games by shallow and deep searches, from crowded boards and from leaves of search trees.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;

use super::{SelfplayOptions, Shares, Status, run, write_manifest};
use crate::developers::shard::Shard;
use crate::options::NetworkOptions;
use crate::training_games::TEST_SEEDS;
use crate::values;
use rustgomo::StopHandle;
use rustgomo::eval::Networks;
use rustgomo::files;
use rustgomo::geometry::BoardSize;
use rustgomo::rules::Rule;

/// A part: suffix of the file's name, nodes a move, percentages of games from crowded boards and from leaves.
const PARTS: [(&str, u32, u32, u32); 7] = [
    ("100", 100, 0, 0),
    ("200", 200, 0, 0),
    ("500", 500, 0, 0),
    ("2000", 2000, 0, 0),
    ("8000", 8000, 0, 0),
    ("crowded", 500, 100, 0),
    ("leaves", 500, 0, 100),
];

/// Options of a test set.
#[derive(Clone, Debug, Args)]
pub struct TestSetOptions {
    /// Rule of the games.
    #[arg(long, default_value = "freestyle")]
    pub rule: Rule,
    /// Sizes of the board such as 15 or 20x15, taken in turn.
    #[arg(long, value_delimiter = ',', default_value = "15")]
    pub size: Vec<BoardSize>,
    /// Number of games of all parts, rounded up to a multiple of their number.
    #[arg(long, default_value_t = 28_000, value_parser = values::within(1..=u64::MAX))]
    pub games: u64,
    /// Seed, which differs from those of all training games.
    #[arg(long, default_value_t = 1, value_parser = values::within(0..=TEST_SEEDS - 1))]
    pub seed: u64,
    /// The evaluation.
    #[command(flatten)]
    pub networks: NetworkOptions,
    /// Number of concurrent games; 0 uses all cores.
    #[arg(long, default_value_t = 1, value_parser = values::threads)]
    pub threads: usize,
}

impl TestSetOptions {
    /// The files in a folder with the runs that make them.
    pub fn parts(&self, folder: &Path) -> Vec<(PathBuf, SelfplayOptions)> {
        let count = PARTS.len() as u64;
        let part = |(number, &(name, nodes, crowded, leaves)): (u64, &(&str, u32, u32, u32))| {
            let options = SelfplayOptions {
                games: self.games.div_ceil(count),
                nodes,
                rule: vec![self.rule],
                size: self.size.clone(),
                // No part has the openings of another.
                seed: TEST_SEEDS | self.seed ^ number << 60,
                shard: Shard::WHOLE,
                shares: Shares { crowded, leaves, random: 0 },
                networks: self.networks.clone(),
                threads: self.threads,
            };
            (folder.join(format!("{}-{name}.rg", self.rule)), options)
        };
        (0..).zip(&PARTS).map(part).collect()
    }
}

/// Plays the games of a test set that its folder does not hold yet; false after an interruption.
pub fn make_test_set(
    folder: &Path,
    options: &TestSetOptions,
    networks: &Networks,
    stop: &StopHandle,
    progress: &(dyn Fn(&Path, Status) + Sync),
) -> Result<bool> {
    files::create_folder(folder).with_context(|| folder.display().to_string())?;
    for (file, options) in options.parts(folder) {
        let played = run(&file, &options, networks, stop, &|status| progress(&file, status));
        let summary = played.with_context(|| file.display().to_string())?;
        write_manifest(&file, &options, networks, summary.played)?;
        if !summary.complete {
            return Ok(false);
        }
    }
    Ok(true)
}
