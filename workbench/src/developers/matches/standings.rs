//! The state of a match: points, and how the games ended.

use std::collections::{BTreeMap, HashMap};

use anyhow::{Result, bail};

use super::elo::Tally;
use super::game::PlayerStats;
use super::schedule::{Schedule, ScheduledGame};
use super::time_use::TimeUse;
use rustgomo::geometry::{ByColor, Color};
use rustgomo::record::{GameRecord, GameResult, Termination};

/// The results so far.
#[derive(Clone, Debug)]
pub struct Standings {
    /// Names of the players.
    pub names: Vec<String>,
    /// The players of each pairing, by their numbers.
    pub pairings: Vec<(usize, usize)>,
    /// Results of each pairing from the view of its first player.
    pub tallies: Vec<Tally>,
    /// Half points of black over all games.
    pub black_half_points: u64,
    /// How the games ended.
    pub endings: BTreeMap<Termination, u32>,
    /// Failures of each player: losses by time, crash, illegal move and so on.
    pub failures: Vec<BTreeMap<Termination, u32>>,
    /// Legal moves of each player, without those of the openings.
    pub moves: Vec<u64>,
    /// The remark of the last failure of each player.
    pub last_failure: Vec<Option<String>>,
    /// Statistics of each player over the games of this session.
    pub stats: Vec<PlayerStats>,
    /// Use of time of each player.
    pub time_use: Vec<TimeUse>,
    /// The game in which a crash ended the match; it is not counted.
    pub crash: Option<GameRecord>,
    /// Points of the pairing's first player in the first game of incomplete pairs.
    waiting: HashMap<u64, u8>,
}

impl Standings {
    /// Standings before the first game.
    pub fn new(names: Vec<String>, schedule: &Schedule) -> Self {
        let players = names.len();
        Self {
            names,
            pairings: schedule.pairings().to_vec(),
            tallies: vec![Tally::default(); schedule.pairings().len()],
            black_half_points: 0,
            endings: BTreeMap::new(),
            failures: vec![BTreeMap::new(); players],
            moves: vec![0; players],
            last_failure: vec![None; players],
            stats: vec![PlayerStats::default(); players],
            time_use: vec![TimeUse::default(); players],
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
            self.time_use[player].add(record, color);
            let own = (record.opening..record.moves.len()).filter(|&index| record.mover(index) == color);
            self.moves[player] += own.count() as u64;
        }
        self.black_half_points += u64::from(record.result.half_points(Color::Black).unwrap_or(0));
        *self.endings.entry(record.termination).or_default() += 1;
        if let GameResult::Win(winner) = record.result
            && record.termination.is_failure()
        {
            let loser = if winner == Color::Black { game.white } else { game.black };
            *self.failures[loser].entry(record.termination).or_default() += 1;
            self.last_failure[loser] = Some(record.remark.clone());
        }
    }

    /// Whether a player failed without a single legal move, so that its games do not measure strength. False
    /// if its opponents failed before its first move.
    pub fn has_never_moved(&self, player: usize) -> bool {
        self.moves[player] == 0 && self.last_failure[player].is_some()
    }

    /// Checks that every player has moved.
    pub fn expect_moves(&self) -> Result<()> {
        let Some(player) = (0..self.names.len()).find(|&player| self.has_never_moved(player)) else {
            return Ok(());
        };
        let remark = self.last_failure[player].clone().unwrap_or_default();
        let games: u32 = self.failures[player].values().sum();
        bail!(
            "{} never made a legal move and lost {games} games so: they measure nothing; the last one: {remark}",
            self.names[player]
        )
    }

    /// Adds the statistics of the players of a game.
    pub fn add_stats(&mut self, game: &ScheduledGame, stats: &ByColor<PlayerStats>) {
        for (player, color) in [(game.black, Color::Black), (game.white, Color::White)] {
            let (total, new) = (&mut self.stats[player], stats[color]);
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
