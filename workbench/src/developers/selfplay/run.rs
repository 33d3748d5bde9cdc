//! A self-play run: games on several threads, appended to a file.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Result, ensure};
use parking_lot::Mutex;
use serde::Serialize;

use super::manifest::{expect_same_run, write_manifest};
use super::{SelfPlayer, SelfplayOptions};
use crate::files::beside;
use crate::options::VariantOptions;
use crate::threads::pool;
use crate::training_games::{FileHeader, TrainingWriter, pack};
use rustgomo::StopHandle;
use rustgomo::board::{GOLDEN, mix};
use rustgomo::eval::Networks;

/// Progress of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Status {
    /// Games in the file.
    pub games: u64,
    /// Games in the file at the end of the run.
    pub goal: u64,
    /// Searched positions of this session.
    pub positions: u64,
}

/// Result of a session of a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The last status.
    #[serde(flatten)]
    pub status: Status,
    /// Whether all games of the run are in the file.
    pub complete: bool,
    /// Time of this session.
    pub seconds: f64,
    /// Size of the file in bytes.
    pub bytes: u64,
    /// Games of this session.
    #[serde(skip)]
    pub played: u64,
}

impl Summary {
    /// Writes it as text.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { status: Status { games, goal, positions }, seconds, bytes, .. } = *self;
        writeln!(out, "{games} of {goal} games in the file, {bytes} bytes")?;
        let rate = per_second(positions, seconds);
        writeln!(out, "{positions} positions in {seconds:.1} s: {rate:.0} positions per second")
    }
}

/// A number of positions for each second.
pub fn per_second(positions: u64, seconds: f64) -> f64 {
    positions as f64 / seconds.max(0.001)
}

/// Plays the games of the shard that `out` does not hold yet and appends them to it, until all are there or
/// `stop` is stopped. `progress` is called after each game. A complete file is packed.
pub fn run(
    out: &Path,
    options: &SelfplayOptions,
    networks: &Networks,
    stop: &StopHandle,
    progress: &(dyn Fn(Status) + Sync),
) -> Result<Summary> {
    let start = Instant::now();
    let header = FileHeader { seed: options.seed, nodes: options.nodes };
    let (writer, recorded) = TrainingWriter::open(out, header)?;
    let variants = options.variants();
    for &(number, rule, size) in &recorded {
        ensure!(
            options.shard.contains(number) && variant(&variants, number) == VariantOptions { rule, size },
            "game {number} of the file to continue does not belong to this run: rule, size or shard differ"
        );
    }
    let is_new = recorded.is_empty();
    expect_same_run(out, options, !is_new)?;
    // One that was left behind by other games says nothing about these.
    if is_new || !beside(out, ".json").exists() {
        // The shares of the games stand nowhere else.
        write_manifest(out, options, networks, 0)?;
    }
    let done: HashSet<u64> = recorded.into_iter().map(|(number, ..)| number).collect();
    let wanted = options.shard.share_of(options.games);
    // A file may have more games than are asked for.
    let missing = wanted - done.iter().filter(|&&number| number < options.games).count() as u64;
    let games = done.len() as u64;
    let status = Status { games, goal: games.saturating_add(missing), positions: 0 };
    progress(status);
    let shared = Mutex::new((writer, status));
    let queue = Mutex::new(options.shard.numbers(options.games).filter(|number| !done.contains(number)));
    let has_failed = AtomicBool::new(false);
    let next = || if has_failed.load(Ordering::Relaxed) { None } else { queue.lock().next() };
    let played = pool(options.threads)?.broadcast(|_| {
        let player = SelfPlayer::new(options.nodes, networks.clone(), options.shares);
        play_games(player, options, &next, &shared, stop, progress)
            .inspect_err(|_| has_failed.store(true, Ordering::Relaxed))
    });
    played.into_iter().collect::<Result<()>>()?;
    let (writer, status) = shared.into_inner();
    // Its lock keeps others off until the packed file is in its place. Windows does not replace an open file.
    let writer = (!cfg!(windows)).then_some(writer);
    let complete = status.games == status.goal;
    let bytes = if complete { pack(out)? } else { std::fs::metadata(out)?.len() };
    drop(writer);
    let seconds = start.elapsed().as_secs_f64();
    Ok(Summary { status, complete, seconds, bytes, played: status.games - games })
}

/// The rule and the size of a game by its number.
fn variant(variants: &[VariantOptions], number: u64) -> VariantOptions {
    variants[(number % variants.len() as u64) as usize]
}

/// Plays missing games on one thread until none is left.
fn play_games(
    mut player: SelfPlayer,
    options: &SelfplayOptions,
    next_game: &dyn Fn() -> Option<u64>,
    shared: &Mutex<(TrainingWriter, Status)>,
    stop: &StopHandle,
    progress: &(dyn Fn(Status) + Sync),
) -> Result<()> {
    let variants = options.variants();
    while let Some(number) = next_game() {
        let Some(game) = player.play(variant(&variants, number), number, seed_of(options.seed, number), stop)
        else {
            break;
        };
        let mut shared = shared.lock();
        shared.0.write(&game)?;
        shared.1.games += 1;
        shared.1.positions += game.searched() as u64;
        progress(shared.1);
    }
    Ok(())
}

/// The seed of a game: neighbouring numbers and seeds give unrelated games (`SplitMix64`, Steele and others
/// 2014).
fn seed_of(seed: u64, number: u64) -> u64 {
    mix(seed.wrapping_add(number.wrapping_add(1).wrapping_mul(GOLDEN)))
}
