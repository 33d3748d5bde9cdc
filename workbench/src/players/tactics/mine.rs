//! Collects forced wins from recorded games.

use std::collections::HashSet;

use anyhow::Result;
use clap::Args;

use super::Tactic;
use super::prove::Prover;
use crate::meter::Meter;
use crate::training_games::{PlyKind, TrainingGame};
use crate::values;
use rustgomo::StopHandle;
use rustgomo::board::Board;
use rustgomo::rules::Rule;
use rustgomo::search::{Limits, Searcher};

/// Transposition table of the searches.
const TABLE_BYTES: usize = 16 << 20;
/// Maximum number of attacking moves of the VCF search that rejects easy positions.
const EASY_VCF: u32 = 20_000;

/// Which positions to collect.
#[derive(Clone, Copy, Debug, Args)]
pub struct MineOptions {
    /// Number of positions for each rule.
    #[arg(long, default_value_t = 70, value_parser = values::within(1..=usize::MAX))]
    pub count: usize,
    /// Only games of this rule.
    #[arg(long)]
    pub rule: Option<Rule>,
    /// Nodes of the search that finds a win, and of each search of its proof.
    #[arg(long, default_value_t = 300_000, value_parser = values::within(1..=u64::MAX))]
    pub nodes: u64,
    /// Nodes with which the win must not be found; fewer than --nodes.
    #[arg(long, default_value_t = 2_000)]
    pub hard_nodes: u64,
    /// Minimum length of a win in plies.
    #[arg(long, default_value_t = 11)]
    pub min_plies: usize,
    /// How many plies before the proved end of a game to search for positions.
    #[arg(long, default_value_t = 8)]
    pub back: usize,
    /// Maximum number of searches for the attacker's moves in a proof.
    #[arg(long, default_value_t = 400, value_parser = values::within(1..=u32::MAX))]
    pub proof_searches: u32,
}

/// Collects positions with a forced win of the side to move that is neither a VCF nor found at once, at most
/// one per game. Each win is proven against every legal reply. A game that cannot be read ends the work; its
/// error comes with what was found.
pub fn mine(
    games: impl Iterator<Item = Result<TrainingGame>>,
    options: &MineOptions,
    stop: &StopHandle,
    meter: &dyn Meter,
) -> (Vec<Tactic>, Result<()>) {
    let mut miner = Miner {
        options,
        prover: Prover::new(Searcher::new(TABLE_BYTES), &Limits::nodes(options.nodes), stop),
        quick: Prover::new(Searcher::new(TABLE_BYTES), &Limits::nodes(options.hard_nodes), stop),
        seen: HashSet::new(),
    };
    let mut found: Vec<Tactic> = Vec::new();
    for (looked, game) in games.enumerate() {
        if stop.is_stopped() {
            break;
        }
        let game = match game {
            Ok(game) => game,
            Err(error) => return (found, Err(error)),
        };
        let of_rule = found.iter().filter(|tactic| tactic.rule == game.rule).count();
        if of_rule >= options.count || options.rule.is_some_and(|rule| rule != game.rule) {
            continue;
        }
        found.extend(miner.hard_win(&game));
        meter.advance(looked as u64 + 1, 0, &format!("{} forced wins", found.len()));
    }
    (found, Ok(()))
}

struct Miner<'a> {
    options: &'a MineOptions,
    prover: Prover<'a>,
    quick: Prover<'a>,
    /// Canonical hashes of the positions.
    seen: HashSet<u64>,
}

impl Miner<'_> {
    /// The earliest hard win near the end of a game.
    fn hard_win(&mut self, game: &TrainingGame) -> Option<Tactic> {
        let winner = game.winner?;
        let end = game.plies.len().saturating_sub(1);
        (end.saturating_sub(self.options.back)..=end).find_map(|place| {
            // Positions after random moves are included.
            let is_searched = matches!(game.plies.get(place)?.kind, PlyKind::Searched(_));
            let moves = game.plies[..place].iter().map(|ply| ply.square);
            let board = Board::with_moves(game.size, moves).ok()?;
            (is_searched && board.side_to_move() == winner).then_some(())?;
            self.take(game.rule, board)
        })
    }

    fn take(&mut self, rule: Rule, board: Board) -> Option<Tactic> {
        if self.quick.find(&board, rule).is_some() || self.prover.wins_by_fours(&board, rule, EASY_VCF) {
            return None;
        }
        let (_, plies) = self.prover.find(&board, rule)?;
        let is_new = plies >= self.options.min_plies && self.seen.insert(board.canonical_hash());
        let is_proved = is_new && self.prover.prove(&board, rule, self.options.proof_searches);
        is_proved.then_some(Tactic { rule, plies, board })
    }
}
