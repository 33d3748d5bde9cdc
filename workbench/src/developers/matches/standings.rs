//! The state of a match: points, and how the games ended.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use anyhow::{Result, bail};

use super::elo::Tally;
use super::game::PlayerStats;
use super::options::MatchOptions;
use super::schedule::{Schedule, ScheduledGame};
use super::sprt::Sprt;
use super::time_use::TimeUse;
use rustgomo::geometry::{ByColor, Color};
use rustgomo::record::{GameRecord, GameResult, Termination};

/// The results so far.
#[derive(Clone, Debug)]
pub struct Standings {
    /// The players, by their numbers.
    pub players: Vec<PlayerStanding>,
    /// Who plays whom.
    pub pairings: Vec<Pairing>,
    /// Half points of black over all games.
    pub black_half_points: u64,
    /// How the games ended.
    pub endings: BTreeMap<Termination, u32>,
    /// The game in which a crash ended the match; it is not counted.
    pub crash: Option<GameRecord>,
    /// Points of the pairing's first player in the first game of incomplete pairs.
    waiting: HashMap<u64, u8>,
}

/// What is known of a player.
#[derive(Clone, Debug, Default)]
pub struct PlayerStanding {
    pub name: String,
    /// Losses by time, crash, illegal move and so on.
    pub failures: BTreeMap<Termination, u32>,
    /// The remark of the last failure.
    pub last_failure: Option<String>,
    /// Legal moves without those of the openings,
    pub legal_moves: u64,
    /// and their time.
    pub time: Duration,
    /// Statistics that records of games do not have, over the games of this session.
    pub stats: PlayerStats,
    pub time_use: TimeUse,
}

/// Two players that meet.
#[derive(Clone, Debug)]
pub struct Pairing {
    /// Their numbers.
    pub players: [usize; 2],
    /// Their results from the view of the first.
    pub tally: Tally,
}

impl PlayerStanding {
    /// Whether it failed without a single legal move, so that its games do not measure strength. False if its
    /// opponents failed before its first move.
    pub const fn has_never_moved(&self) -> bool {
        self.legal_moves == 0 && self.last_failure.is_some()
    }
}

impl Standings {
    /// Standings before the first game.
    pub fn new(names: &[String], schedule: &Schedule) -> Self {
        let player = |name: &String| PlayerStanding { name: name.clone(), ..PlayerStanding::default() };
        let pairing = |&(first, second)| Pairing { players: [first, second], tally: Tally::default() };
        Self {
            players: names.iter().map(player).collect(),
            pairings: schedule.pairings().iter().map(pairing).collect(),
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
        let Some(Pairing { tally, .. }) = self.pairings.get_mut(game.pairing) else { return };
        tally.add_game(points);
        match self.waiting.remove(&game.pair()) {
            Some(others) => tally.add_pair(points + others),
            None => _ = self.waiting.insert(game.pair(), points),
        }
        for (player, color) in [(game.black, Color::Black), (game.white, Color::White)] {
            let player = &mut self.players[player];
            player.time_use.add(record, color);
            for index in (record.opening..record.moves.len()).filter(|&index| record.mover(index) == color) {
                player.legal_moves += 1;
                player.time += Duration::from_millis(record.moves[index].time_ms.unwrap_or(0).into());
            }
            if record.termination.is_failure() && record.result == GameResult::Win(color.opponent()) {
                *player.failures.entry(record.termination).or_default() += 1;
                player.last_failure = Some(record.remark.clone());
            }
        }
        self.black_half_points += u64::from(record.result.half_points(Color::Black).unwrap_or(0));
        *self.endings.entry(record.termination).or_default() += 1;
    }

    /// Checks that every player has moved.
    pub fn expect_moves(&self) -> Result<()> {
        let Some(player) = self.players.iter().find(|player| player.has_never_moved()) else { return Ok(()) };
        let PlayerStanding { name, failures, last_failure, .. } = player;
        let (games, remark) = (failures.values().sum::<u32>(), last_failure.as_deref().unwrap_or_default());
        bail!(
            "{name} never made a legal move and lost {games} games so: they measure nothing; the last one: {remark}"
        )
    }

    /// Adds the statistics of the players of a game.
    pub fn add_stats(&mut self, game: &ScheduledGame, stats: &ByColor<PlayerStats>) {
        for (player, color) in [(game.black, Color::Black), (game.white, Color::White)] {
            let (total, new) = (&mut self.players[player].stats, stats[color]);
            total.late_moves += new.late_moves;
            total.worst_lateness = total.worst_lateness.max(new.worst_lateness);
            total.peak_memory = total.peak_memory.max(new.peak_memory);
        }
    }

    /// Games so far.
    pub fn games(&self) -> u32 {
        self.pairings.iter().map(|pairing| pairing.tally.games()).sum()
    }

    /// Results of a player against all others, with pairs.
    pub fn total(&self, player: usize) -> Tally {
        let mut total = Tally::default();
        for &Pairing { players: [first, second], tally } in &self.pairings {
            if first == player {
                total += tally;
            } else if second == player {
                total += tally.turned();
            }
        }
        total
    }

    /// The sequential test with the results that it is about, if the match of two players has one.
    pub(super) fn tested(&self, options: &MatchOptions) -> Option<(Sprt, Tally)> {
        match &self.pairings[..] {
            [only] => Some((options.sprt?, only.tally)),
            _ => None,
        }
    }
}
