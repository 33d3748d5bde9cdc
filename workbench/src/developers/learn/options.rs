//! Options of a learning run.

use std::path::PathBuf;

use clap::Args;
use serde::{Deserialize, Serialize};

use crate::developers::selfplay::Shares;
use crate::developers::train::TrainOptions;
use crate::values;
use rustgomo::geometry::BoardSize;
use rustgomo::opening::embedded::made_for;
use rustgomo::rules::Rule;

/// Options of a generation. It keeps those that it began with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Args)]
pub struct LearnOptions {
    /// Rules, one generation each in turn: freestyle, standard, renju, caro, exact-caro.
    #[arg(long, value_delimiter = ',', default_value = "freestyle")]
    pub rule: Vec<Rule>,
    /// Sizes of the board such as 15 or 20x15, for games in turn and for a match each [default: 15; for
    /// freestyle 15,20].
    #[arg(long, value_delimiter = ',')]
    pub size: Vec<BoardSize>,
    /// Games of self-play in a generation.
    #[arg(long, default_value_t = 200_000, value_parser = values::within(20..=u64::MAX))]
    pub games: u64,
    /// Nodes for each move of self-play, varied randomly by up to a fifth.
    #[arg(long, default_value_t = 100, value_parser = values::within(10..=u32::MAX))]
    pub nodes: u32,
    /// Files of these games.
    #[arg(long, default_value_t = 10, value_parser = values::within(1..=10_000_u64))]
    pub shards: u64,
    /// Shares of special games and positions.
    #[command(flatten)]
    pub shares: Shares,
    /// The training; its seed and threads are also those of the games.
    #[command(flatten)]
    pub training: TrainOptions,
    /// Begin each training with the network that plays, instead of random parameters.
    #[arg(long)]
    pub warm_start: bool,
    /// Folder of a test set, made by `network test-set`, by which networks are judged [default: the held-out
    /// games of the generation].
    #[arg(long, value_name = "DIR")]
    pub test_set: Option<PathBuf>,
    /// Nodes of each search of a judgement; 0 judges the static evaluation alone.
    #[arg(long, default_value_t = 500)]
    pub judge_nodes: u64,
    /// Maximum number of positions of a judgement.
    #[arg(long, default_value_t = 20_000, value_parser = values::within(1..=usize::MAX))]
    pub judge_positions: usize,
    /// Games of the match against the network that plays, on each size; 0 adopts every network.
    #[arg(long, default_value_t = 400)]
    pub match_games: u64,
    /// Games of the match against the first network, on each size.
    #[arg(long, default_value_t = 100)]
    pub first_games: u64,
    /// Nodes for each move of a match.
    #[arg(long, default_value_t = 32_000, value_parser = values::within(1..=u64::MAX))]
    pub match_nodes: u64,
    /// Score in percent from which the new network is adopted.
    #[arg(long, default_value_t = 50.0, value_parser = percent)]
    pub gate: f32,
    /// Megabytes of games that are kept: the oldest files beyond them are deleted.
    #[arg(long, value_name = "MB")]
    pub disk: Option<u64>,
}

impl LearnOptions {
    pub fn sizes(&self, rule: Rule) -> Vec<BoardSize> {
        if !self.size.is_empty() {
            return self.size.clone();
        }
        let square = |side| BoardSize::new(side, side).ok().filter(|&size| made_for(rule, size).is_some());
        [15, 20].into_iter().filter_map(square).collect()
    }

    /// The sizes of the matches: each once, also if more games of self-play have it.
    pub fn match_sizes(&self, rule: Rule) -> Vec<BoardSize> {
        let mut sizes = Vec::new();
        for size in self.sizes(rule) {
            if !sizes.contains(&size) {
                sizes.push(size);
            }
        }
        sizes
    }
}

fn percent(text: &str) -> Result<f32, String> {
    values::number(text, |percent| (0.0..=100.0).contains(percent), "a number from 0 to 100")
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use clap::{Command, FromArgMatches};

    /// The options of a command line.
    pub(in super::super) fn options(words: &str) -> LearnOptions {
        let command = LearnOptions::augment_args(Command::new("learn").no_binary_name(true));
        LearnOptions::from_arg_matches(&command.get_matches_from(words.split_whitespace())).unwrap()
    }

    #[test]
    fn a_rule_is_learned_on_the_boards_of_its_tournaments() {
        let sizes = |words: &str, rule| -> Vec<String> {
            options(words).sizes(rule).iter().map(ToString::to_string).collect()
        };
        assert_eq!(sizes("", Rule::Freestyle), ["15x15", "20x20"]);
        assert_eq!(sizes("", Rule::ExactCaro), ["15x15"]);
        assert_eq!(sizes("--size 9,20x15", Rule::Renju), ["9x9", "20x15"]);
    }
}
