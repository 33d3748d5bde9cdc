//! One game of the engine with itself.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Instant;

use fastrand::Rng;

use super::crowd;
use super::opening::{draw, random_move};
use crate::board::Board;
use crate::eval::{Networks, Score};
use crate::geometry::{BoardSize, Color};
use crate::position::Position;
use crate::record::training::{PlyKind, PlyRecord, TrainingGame};
use crate::rules::{Outcome, Rule, outcome};
use crate::search::{Control, Limits, SearchResult, Searcher, Silent, TimeBudget};
use crate::tools::interrupt::Interrupt;

/// Transposition variant: a search of a few thousand nodes needs no more, and clearing it costs time.
const TABLE_BYTES: usize = 1 << 20;
/// An opening is balanced if its score lies between this and its negative, centi-units.
const BALANCE: i16 = 150;
/// Moves behind the opening among which some are random.
const RANDOM_WITHIN: usize = 8;
/// One of so many of these is random.
const RANDOM_RATE: u32 = 4;
/// Later, one move of so many is random: the evaluation must also know what nobody would play.
const LATE_RANDOM_RATE: u32 = 24;
/// Share of the board, in thirds, that is filled when a game without a proven score ends as a draw.
const DRAW_THIRDS: usize = 2;

/// The rule and board of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
}

/// Plays games one after the other; each follows from its seed alone.
#[derive(Debug)]
pub struct SelfPlayer {
    searcher: Searcher,
    nodes: u32,
    crowded: u32,
}

impl SelfPlayer {
    /// A player that searches about so many nodes a move, evaluates with these networks and begins so many of a hundred games
    /// on a crowded board.
    pub fn new(nodes: u32, networks: Networks, crowded: u32) -> Self {
        let mut searcher = Searcher::new(TABLE_BYTES);
        searcher.set_networks(networks);
        Self { searcher, nodes, crowded }
    }

    /// Plays one game; `None` if `interrupt` was raised before its end.
    pub fn play(
        &mut self,
        variant: Variant,
        number: u64,
        seed: u64,
        interrupt: &Interrupt,
    ) -> Option<TrainingGame> {
        self.searcher.clear();
        let mut random = Rng::with_seed(seed);
        let crowd =
            crowd::stones(variant.size).filter(|_| self.crowded > 0 && random.u32(..100) < self.crowded);
        let mut board = self.balanced_opening(&mut random, variant, crowd.as_ref(), interrupt)?;
        let mut plies: Vec<PlyRecord> = Vec::new();
        for square in board.history().iter().flatten() {
            plies.push(PlyRecord { square: *square, kind: PlyKind::Opening });
        }
        let opening = plies.len();
        let winner = loop {
            if interrupt.is_raised() {
                return None;
            }
            match outcome(&board, variant.rule) {
                Outcome::Win(color) => break Some(color),
                Outcome::Draw => break None,
                Outcome::Unfinished if 3 * plies.len() >= DRAW_THIRDS * variant.size.area() => break None,
                Outcome::Unfinished => {}
            }
            // On a crowded board one odd move decides.
            let is_early = crowd.is_none() && plies.len() < opening + RANDOM_WITHIN;
            let rate = if is_early { RANDOM_RATE } else { LATE_RANDOM_RATE };
            let drawn = (random.u32(..rate) == 0)
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
        variant: Variant,
        crowd: Option<&RangeInclusive<usize>>,
        interrupt: &Interrupt,
    ) -> Option<Board> {
        while !interrupt.is_raised() {
            let Some(board) = draw(random, variant.rule, variant.size) else { continue };
            if !self.is_even(&board, variant.rule, random) {
                continue;
            }
            let Some(stones) = crowd else { return Some(board) };
            let stones = random.usize(stones.clone());
            let full = crowd::fill(&mut self.searcher, random, board, variant.rule, stones, interrupt);
            if let Some(board) = full.filter(|board| self.is_even(board, variant.rule, random)) {
                return Some(board);
            }
        }
        None
    }

    fn is_even(&mut self, board: &Board, rule: Rule, random: &mut Rng) -> bool {
        self.search(board, rule, random).progress.score.centi().abs() <= BALANCE
    }

    /// Searches with a fifth more or fewer nodes than asked for: one more source of variety.
    fn search(&mut self, board: &Board, rule: Rule, random: &mut Rng) -> SearchResult {
        let fifth = self.nodes / 5;
        let nodes = self.nodes - fifth + random.u32(..=2 * fifth);
        search(&mut self.searcher, board, rule, nodes)
    }
}

/// Searches so many nodes.
pub(super) fn search(searcher: &mut Searcher, board: &Board, rule: Rule, nodes: u32) -> SearchResult {
    let limits = Limits { nodes: Some(nodes.into()), ..Limits::default() };
    let control = Arc::new(Control::new(Instant::now(), TimeBudget::UNLIMITED));
    searcher.search(board, rule, &limits, &control, &mut Silent)
}

fn proved_winner(score: Score, mover: Color) -> Option<Color> {
    let loss = score.plies_to_loss().map(|_| mover.opponent());
    score.plies_to_win().map(|_| mover).or(loss)
}
