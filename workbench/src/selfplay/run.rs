//! Many games on several threads, appended to one file.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::{SelfPlayer, Shares, Variant};
use crate::interrupt::Interrupt;
use crate::shard::Shard;
use crate::training_games::{FileHeader, RecordWriter, TrainingError, pack};
use rustgomo::board::{GOLDEN, mix};
use rustgomo::eval::Networks;

/// Stack of a player: its search recurses once per ply.
const STACK_BYTES: usize = 32 << 20;

/// What to play and where to write it.
#[derive(Clone, Debug)]
pub struct Options {
    /// The file to begin or to continue.
    pub out: PathBuf,
    /// Games of the whole run, over all shards.
    pub games: u64,
    /// Nodes a move.
    pub nodes: u32,
    /// Rules and boards, taken in turn.
    pub variants: Vec<Variant>,
    /// Seed of the run, the same for all shards.
    pub seed: u64,
    /// The part to play.
    pub shard: Shard,
    /// Games at the same time.
    pub threads: usize,
    /// What the players evaluate with.
    pub networks: Networks,
    /// How often games and positions are out of the ordinary.
    pub shares: Shares,
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// Games in the file.
    pub games: u64,
    /// Games that will be there at the end.
    pub goal: u64,
    /// Searched positions of this session.
    pub positions: u64,
}

/// What a run has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The last status.
    pub status: Status,
    /// Games of this session.
    pub played: u64,
    /// Time of this session.
    pub elapsed: Duration,
    /// Size of the file in bytes.
    pub bytes: u64,
}

impl Summary {
    /// Whether all games of the run are in the file.
    pub const fn is_complete(&self) -> bool {
        self.status.games == self.status.goal
    }
}

/// Plays until all games of the shard are in the file or `interrupt` is raised; games that are there already are not played
/// again. `progress` hears of every game. A finished file is packed.
///
/// # Errors
/// If the file cannot be read or written, or was begun with other settings.
pub fn run(
    options: &Options,
    interrupt: &Interrupt,
    progress: &(dyn Fn(Status) + Sync),
) -> Result<Summary, TrainingError> {
    let start = Instant::now();
    let header = FileHeader { seed: options.seed, nodes: options.nodes };
    let (writer, done) = RecordWriter::open(&options.out, header)?;
    let done: HashSet<u64> = done.into_iter().collect();
    let missing: Vec<u64> = (0..options.games)
        .filter(|&number| options.shard.contains(number) && !done.contains(&number))
        .collect();
    let games = done.len() as u64;
    let status = Status { games, goal: games + missing.len() as u64, positions: 0 };
    progress(status);
    let shared = Mutex::new((writer, status));
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        let play = || play_games(options, &missing, &next, &shared, interrupt, progress);
        let thread = |_| std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, play);
        let threads: Vec<_> = (0..options.threads.max(1)).map(thread).collect::<Result<_, _>>()?;
        threads.into_iter().try_for_each(|thread| thread.join().unwrap_or(Ok(())))
    })?;
    let (writer, status) = shared.into_inner();
    drop(writer);
    let is_complete = status.games == status.goal;
    let bytes = if is_complete { pack(&options.out)? } else { std::fs::metadata(&options.out)?.len() };
    Ok(Summary { status, played: status.games - games, elapsed: start.elapsed(), bytes })
}

/// One thread's share: the next missing game, again and again.
fn play_games(
    options: &Options,
    missing: &[u64],
    next: &AtomicU64,
    shared: &Mutex<(RecordWriter, Status)>,
    interrupt: &Interrupt,
    progress: &(dyn Fn(Status) + Sync),
) -> Result<(), TrainingError> {
    let mut player = SelfPlayer::new(options.nodes, options.networks.clone(), options.shares);
    // Relaxed: the counter alone says which game is next.
    while let Some(&number) = missing.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
        let variant = options.variants[number as usize % options.variants.len()];
        let Some(game) = player.play(variant, number, seed_of(options.seed, number), interrupt) else {
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

/// The seed of a game: neighbouring numbers and seeds lead to unrelated games (`SplitMix64`, Steele and others 2014).
fn seed_of(seed: u64, number: u64) -> u64 {
    mix(seed.wrapping_add(number.wrapping_add(1).wrapping_mul(GOLDEN)))
}
