//! The state of a match: points, and how the games ended.

use std::collections::{BTreeMap, HashMap};

use anyhow::{Result, bail};

use super::elo::Tally;
use super::game::PlayerStats;
use super::schedule::{Schedule, ScheduledGame};
use super::time_use::TimeUse;
use rustgomo::geometry::{ByColor, Color};
use rustgomo::record::{GameRecord, GameResult, Termination};

/// A player and what its games showed of it besides results.
#[derive(Clone, Debug, Default)]
pub struct Player {
    pub name: String,
    /// Losses by time, crash, illegal move and so on.
    pub failures: BTreeMap<Termination, u32>,
    /// Legal moves without those of the openings.
    pub moves: u64,
    /// The remark of the last failure.
    pub last_failure: Option<String>,
    /// Statistics of the games of this session.
    pub stats: PlayerStats,
    pub time_use: TimeUse,
}

impl Player {
    /// Whether it failed without a single legal move, so that its games do not measure strength. False if its
    /// opponents failed before its first move.
    pub const fn has_never_moved(&self) -> bool {
        self.moves == 0 && self.last_failure.is_some()
    }
}

/// The results so far.
#[derive(Clone, Debug)]
pub struct Standings {
    pub players: Vec<Player>,
    /// The players of each pairing, by their numbers.
    pub pairings: Vec<(usize, usize)>,
    /// Results of each pairing from the view of its first player.
    pub tallies: Vec<Tally>,
    /// Half points of black over all games.
    pub black_half_points: u64,
    /// How the games ended.
    pub endings: BTreeMap<Termination, u32>,
    /// The game in which a crash ended the match; it is not counted.
    pub crash: Option<GameRecord>,
    /// Points of the pairing's first player in the first game of incomplete pairs.
    waiting: HashMap<u64, u8>,
}

impl Standings {
    /// Standings before the first game.
    pub fn new(names: Vec<String>, schedule: &Schedule) -> Self {
        Self {
            players: names.into_iter().map(|name| Player { name, ..Player::default() }).collect(),
            pairings: schedule.pairings().to_vec(),
            tallies: vec![Tally::default(); schedule.pairings().len()],
            black_half_points: 0,
            endings: BTreeMap::new(),
            crash: None,
            waiting: HashMap::new(),
        }
    }

    /// Adds a finished game.
    pub fn add(&mut self, game: &ScheduledGame, record: &GameRecord) {
        let first = if game.is_first_black() { Color::Black } else { Color::White };
        let Some(points) = record.result.half_points(first) else { return };
        let Some(tally) = self.tallies.get_mut(game.pairing) else { return };
        tally.add_game(points);
        match self.waiting.remove(&game.pair()) {
            Some(others) => tally.add_pair(points + others),
            None => _ = self.waiting.insert(game.pair(), points),
        }
        for (player, color) in [(game.black, Color::Black), (game.white, Color::White)] {
            let player = &mut self.players[player];
            player.time_use.add(record, color);
            let own = (record.opening..record.moves.len()).filter(|&index| record.mover(index) == color);
            player.moves += own.count() as u64;
        }
        self.black_half_points += u64::from(record.result.half_points(Color::Black).unwrap_or(0));
        *self.endings.entry(record.termination).or_default() += 1;
        if let GameResult::Win(winner) = record.result
            && record.termination.is_failure()
        {
            let loser = if winner == Color::Black { game.white } else { game.black };
            let loser = &mut self.players[loser];
            *loser.failures.entry(record.termination).or_default() += 1;
            loser.last_failure = Some(record.remark.clone());
        }
    }

    /// Checks that every player has moved.
    pub fn expect_moves(&self) -> Result<()> {
        let Some(player) = self.players.iter().find(|player| player.has_never_moved()) else { return Ok(()) };
        let (name, remark) = (&player.name, player.last_failure.as_deref().unwrap_or_default());
        let games: u32 = player.failures.values().sum();
        bail!(
            "{name} never made a legal move and lost {games} games so: they measure nothing; the last one: {remark}"
        )
    }

    /// Adds the statistics of the players of a game.
    pub fn add_stats(&mut self, game: &ScheduledGame, stats: &ByColor<PlayerStats>) {
        for (player, color) in [(game.black, Color::Black), (game.white, Color::White)] {
            let (total, new) = (&mut self.players[player].stats, stats[color]);
            total.moves += new.moves;
            total.time += new.time;
            total.late_moves += new.late_moves;
            total.worst_lateness = total.worst_lateness.max(new.worst_lateness);
            total.peak_memory = total.peak_memory.max(new.peak_memory);
        }
    }

    /// Games so far.
    pub fn games(&self) -> u32 {
        self.tallies.iter().map(Tally::games).sum()
    }

    /// Results of a player against all others, with pairs.
    pub fn total(&self, player: usize) -> Tally {
        let mut total = Tally::default();
        for (&(first, second), tally) in self.pairings.iter().zip(&self.tallies) {
            if first == player || second == player {
                let own = first == player;
                total.wins += if own { tally.wins } else { tally.losses };
                total.losses += if own { tally.losses } else { tally.wins };
                total.draws += tally.draws;
                for (i, count) in tally.pairs.iter().enumerate() {
                    total.pairs[if own { i } else { 4 - i }] += count;
                }
            }
        }
        total
    }
}
