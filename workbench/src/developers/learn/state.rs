//! The state of a learning run: what each generation has done.

use serde::{Deserialize, Serialize};

use super::LearnOptions;
use crate::developers::matches::Tally;
use crate::developers::network::Comparison;
use crate::training_games::{FileHeader, TEST_SEEDS};
use rustgomo::geometry::BoardSize;
use rustgomo::rules::Rule;

/// Name of the player without a network.
pub const CLASSICAL: &str = "classical";

/// All generations; at most the last one is not finished.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// In the order of their numbers.
    pub generations: Vec<Generation>,
}

/// A generation: its steps fill its fields from top to bottom.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Generation {
    /// Number over all rules, from 1.
    pub number: u64,
    pub rule: Rule,
    /// The options that it began with.
    pub options: LearnOptions,
    /// Name of the network that plays its games, or [`CLASSICAL`].
    pub player: String,
    /// Complete files of its games.
    pub shards: u64,
    /// Searched positions in them.
    pub positions: u64,
    /// The training.
    pub learned: Option<Learned>,
    /// Losses of the first network, of the player if that is another, and last of the new one.
    pub judged: Option<Comparison>,
    /// Finished matches of the new network.
    pub matches: Vec<MatchResult>,
    /// The end.
    pub outcome: Option<Outcome>,
}

/// Result of a training; losses are those of held-out positions in nats.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Learned {
    /// Files of games.
    pub files: usize,
    /// Positions of an epoch.
    pub positions: u64,
    /// Loss against the targets.
    pub against_return: f64,
    /// Loss against the results of the games.
    pub against_result: f64,
    /// That of the classical evaluation.
    pub classical: f64,
    /// Loss of the policy, if there is one.
    pub policy: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchResult {
    /// The opponent's network, or [`CLASSICAL`].
    pub opponent: String,
    pub size: BoardSize,
    /// The result of the new network.
    pub tally: Tally,
}

/// What became of a network.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Whether it plays the next games.
    pub adopted: bool,
    /// Day of the decision, such as 2026-11-21, in UTC.
    pub date: String,
    /// Version, commit and instruction set of the engine.
    pub engine: String,
}

impl State {
    /// The generations of a rule.
    pub fn of(&self, rule: Rule) -> impl Iterator<Item = &Generation> {
        self.generations.iter().filter(move |generation| generation.rule == rule)
    }

    /// The network that a rule began with; none before its first generation.
    pub fn first(&self, rule: Rule) -> Option<String> {
        self.of(rule).next().map(|generation| generation.player.clone())
    }

    /// The network that plays under a rule: the last one adopted, else the first.
    pub(super) fn player(&self, rule: Rule) -> Option<String> {
        let adopted = self.of(rule).filter(|generation| generation.is_adopted()).last();
        adopted.map(Generation::name).or_else(|| self.first(rule))
    }
}

impl Generation {
    /// The name of its network, such as `0003-renju`.
    pub fn name(&self) -> String {
        name(self.number, self.rule)
    }

    /// The settings of its games.
    pub(super) fn header(&self) -> FileHeader {
        let LearnOptions { training, nodes, .. } = &self.options;
        FileHeader { seed: training.seed.wrapping_add(self.number) % TEST_SEEDS, nodes: *nodes }
    }

    /// Whether its network was adopted.
    pub fn is_adopted(&self) -> bool {
        self.outcome.as_ref().is_some_and(|outcome| outcome.adopted)
    }

    /// Its result against a network, over all sizes of the board.
    pub fn against(&self, opponent: &str) -> Tally {
        let mut total = Tally::default();
        for MatchResult { tally, .. } in self.matches.iter().filter(|result| result.opponent == opponent) {
            total += *tally;
        }
        total
    }

    /// What it does next, for people.
    pub fn step(&self) -> String {
        if self.outcome.is_some() {
            "finished".to_owned()
        } else if self.shards < self.options.shards {
            format!("games, file {} of {}", self.shards + 1, self.options.shards)
        } else if self.learned.is_none() {
            "training".to_owned()
        } else if self.judged.is_none() {
            "judgement".to_owned()
        } else {
            format!("match {}", self.matches.len() + 1)
        }
    }
}

/// The name of a network; number 0 is the one that a rule begins with.
pub(super) fn name(number: u64, rule: Rule) -> String {
    format!("{number:04}-{rule}")
}
