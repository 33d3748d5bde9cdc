//! A self-play game.

use std::ops::RangeInclusive;

use clap::Args;
use fastrand::Rng;
use serde::{Deserialize, Serialize};

use super::midgame_start;
use super::opening::{draw, random_leaf, random_move};
use crate::options::VariantOptions;
use crate::training_games::{PlyKind, PlyRecord, TrainingGame};
use crate::values;
use rustgomo::StopHandle;
use rustgomo::board::Board;
use rustgomo::eval::{Networks, Score};
use rustgomo::geometry::Color;
use rustgomo::position::Position;
use rustgomo::rules::{Outcome, Rule, outcome};
use rustgomo::search::table::SharedTable;
use rustgomo::search::{Limits, SearchResult, Searcher, Silent};

/// Bytes of the transposition table for each node of a move's search: room for the nodes of a whole game, and
/// no more, since it is cleared for every game and shares the processor's cache with the network.
const TABLE_BYTES_PER_NODE: usize = 1 << 10;
/// Minimum and maximum size of the table in bytes.
const TABLE_BYTES: (usize, usize) = (1 << 16, 1 << 20);
/// Maximum absolute score of a balanced opening, in centi-units.
const BALANCE: i16 = 150;
/// Maximum absolute static evaluation of an opening that is worth a search, in centi-units.
const FIRST_BALANCE: i16 = 250;
/// Number of moves after the opening with the higher rate of random moves.
const RANDOM_WITHIN: usize = 8;
/// Percentage of these moves that are random.
const EARLY_RANDOM: u32 = 25;
/// Share of the board in thirds at which a game without a proven score is adjudicated as a draw.
const DRAW_THIRDS: usize = 2;
/// Maximum number of moves of a game in front of the search from whose tree a leaf is taken.
const MOVES_BEFORE_LEAF: usize = 20;

/// Shares of special games, in percent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Args)]
#[serde(default)]
pub struct Shares {
    /// Percentage of games that begin from a balanced midgame position of 24 to 80 stones.
    #[arg(long, default_value_t = 0, value_parser = values::within(0..=100_u32))]
    pub crowded: u32,
    /// Percentage of games that begin from a leaf of a search tree, most of them with an advantage for one
    /// side.
    #[arg(long, default_value_t = 0, value_parser = values::within(0..=100_u32))]
    pub leaves: u32,
    /// Percentage of random moves later than eight moves after the opening. The positions before a random move
    /// are not learned by the result of their game.
    #[arg(long, default_value_t = 0, value_parser = values::within(0..=100_u32))]
    pub random: u32,
}

/// Plays games; each depends on its seed only.
#[derive(Debug)]
pub struct SelfPlayer {
    networks: Networks,
    /// By rule, so that games of several rules in turn load their networks once.
    searchers: [Option<Searcher>; Rule::ALL.len()],
    /// Their transposition tables.
    tables: [SharedTable; Rule::ALL.len()],
    nodes: u32,
    shares: Shares,
}

impl SelfPlayer {
    /// A player with about `nodes` nodes per move.
    pub fn new(nodes: u32, networks: Networks, shares: Shares) -> Self {
        let (searchers, tables) = Default::default();
        Self { networks, searchers, tables, nodes, shares }
    }

    fn searcher(&mut self, rule: Rule) -> &mut Searcher {
        self.searchers[rule.index()].get_or_insert_with(|| {
            let bytes = (self.nodes as usize).saturating_mul(TABLE_BYTES_PER_NODE);
            let searcher = Searcher::new(bytes.clamp(TABLE_BYTES.0, TABLE_BYTES.1));
            let mut searcher = searcher.sharing(self.tables[rule.index()].clone());
            searcher.set_networks(self.networks.clone());
            searcher
        })
    }

    /// Plays a game; `None` if `stop` was stopped before its end.
    pub fn play(
        &mut self,
        variant: VariantOptions,
        number: u64,
        seed: u64,
        stop: &StopHandle,
    ) -> Option<TrainingGame> {
        self.searcher(variant.rule).clear();
        let mut random = Rng::with_seed(seed);
        let crowd =
            midgame_start::stones(variant.size).filter(|_| is_drawn(self.shares.crowded, &mut random));
        let mut board = if is_drawn(self.shares.leaves, &mut random) {
            self.leaf(&mut random, variant, crowd.as_ref(), stop)?
        } else {
            self.balanced_opening(&mut random, variant, crowd.as_ref(), stop)?
        };
        let mut plies: Vec<PlyRecord> = Vec::new();
        for square in board.history().iter().flatten() {
            plies.push(PlyRecord { square: *square, kind: PlyKind::Opening });
        }
        let opening = plies.len();
        let winner = loop {
            if stop.is_stopped() {
                return None;
            }
            match outcome(&board, variant.rule) {
                Outcome::Win(color) => break Some(color),
                Outcome::Draw => break None,
                Outcome::Unfinished if 3 * plies.len() >= DRAW_THIRDS * variant.size.area() => break None,
                Outcome::Unfinished => {}
            }
            // On a crowded board a random move decides the game.
            let is_early = crowd.is_none() && plies.len() < opening + RANDOM_WITHIN;
            let share = if is_early { EARLY_RANDOM } else { self.shares.random };
            let drawn = is_drawn(share, &mut random)
                .then(|| random_move(&mut random, &Position::new(&board, variant.rule)))
                .flatten();
            if let Some(square) = drawn {
                plies.push(PlyRecord { square, kind: PlyKind::Random });
                board.play(square).ok()?;
                continue;
            }
            let result = self.search(&board, variant.rule, &mut random);
            let (square, score) = (result.best?, result.progress.score);
            let mover = board.side_to_move();
            plies.push(PlyRecord { square, kind: PlyKind::Searched(score.centi()) });
            board.play(square).ok()?;
            if let Some(winner) = proved_winner(score, mover) {
                break Some(winner);
            }
        };
        Some(TrainingGame { number, rule: variant.rule, size: variant.size, plies, winner })
    }

    fn balanced_opening(
        &mut self,
        random: &mut Rng,
        variant: VariantOptions,
        crowd: Option<&RangeInclusive<usize>>,
        stop: &StopHandle,
    ) -> Option<Board> {
        while !stop.is_stopped() {
            let Some(board) = draw(random, variant.rule, variant.size) else { continue };
            if !self.is_even(&board, variant.rule, random) {
                continue;
            }
            let Some(stones) = crowd else { return Some(board) };
            let wanted = (random.usize(stones.clone()), BALANCE);
            let searcher = self.searcher(variant.rule);
            let full = midgame_start::fill(searcher, random, (&board, variant.rule), wanted, stop);
            if full.is_some() {
                return full;
            }
        }
        None
    }

    /// A leaf of the tree of a search behind a few moves of a game.
    fn leaf(
        &mut self,
        random: &mut Rng,
        variant: VariantOptions,
        crowd: Option<&RangeInclusive<usize>>,
        stop: &StopHandle,
    ) -> Option<Board> {
        let rule = variant.rule;
        loop {
            let mut board = self.balanced_opening(random, variant, crowd, stop)?;
            let mut result = self.search(&board, rule, random);
            for _ in 0..random.usize(..=MOVES_BEFORE_LEAF) {
                let best = result.best.filter(|_| !result.progress.score.is_decided());
                if best.is_none_or(|best| board.play(best).is_err()) {
                    break;
                }
                result = self.search(&board, rule, random);
            }
            let table = self.tables[rule.index()].view()?;
            if let Some(leaf) = random_leaf(&board, rule, &table, random) {
                return Some(leaf);
            }
        }
    }

    /// Whether a search finds an opening balanced. Three in four are not, most of them at first sight.
    fn is_even(&mut self, board: &Board, rule: Rule, random: &mut Rng) -> bool {
        let position = Position::new(board, rule);
        let first = self.searcher(rule).evaluator(&position).evaluate(&position);
        first.centi().abs() <= FIRST_BALANCE
            && self.search(board, rule, random).progress.score.centi().abs() <= BALANCE
    }

    /// Searches with up to a fifth more or fewer nodes, for variety.
    fn search(&mut self, board: &Board, rule: Rule, random: &mut Rng) -> SearchResult {
        let fifth = self.nodes / 5;
        let nodes = u64::from(self.nodes - fifth) + u64::from(random.u32(..=2 * fifth));
        let limits = Limits::nodes(nodes);
        self.searcher(rule).search(board, rule, &limits, &StopHandle::new(), &mut Silent)
    }
}

/// True with a probability in percent. 0 does not use a random number.
fn is_drawn(share: u32, random: &mut Rng) -> bool {
    share > 0 && random.u32(..100) < share
}

pub(super) fn proved_winner(score: Score, mover: Color) -> Option<Color> {
    let loss = score.plies_to_loss().map(|_| mover.opponent());
    score.plies_to_win().map(|_| mover).or(loss)
}
