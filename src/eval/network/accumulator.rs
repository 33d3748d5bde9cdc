//! Lazily updated sums of a position.
//!
//! Playing and undoing moves does nothing. On evaluation, the accumulator compares its moves with the
//! position's, undoes those that are gone from a log and applies the new ones. Moves played and undone in
//! between, as in a VCF search, cost nothing. Each move has its own log entry, so that it can be undone alone
//! even if the position before it was never evaluated; otherwise a search that has the evaluations of inner
//! nodes in its table would apply the whole line for every leaf.

use aligned_vec::avec;

use super::model::Model;
use super::regions::{REGION_SPAN, REGIONS, region_table};
use super::sums::{PatternChange, State};
use super::weights::ACC_SCALE;
use crate::eval::{CENTI_PER_LOGIT, Score};
use crate::geometry::{Color, SQUARE_SPAN, Square};
use crate::position::Position;

/// Fractional bits of the logit.
const LOGIT_BITS: u32 = ACC_SCALE.ilog2();

/// The sums of the current position.
#[derive(Clone, Debug)]
pub struct Accumulator {
    state: State,
    /// The moves included in the sums, and how many of them are never undone.
    moves: Vec<Option<Square>>,
    root: usize,
    /// The changes of the moves after the root.
    log: Vec<PatternChange>,
    /// For each of these moves the length of the log before it.
    starts: Vec<usize>,
    /// For each of these moves the sums before it.
    old_sums: Vec<i16>,
}

impl Accumulator {
    /// The sums of a position, for use with it and the positions reached from it by moves.
    pub fn new(model: &Model, position: &Position) -> Self {
        let board = position.board();
        let state = State {
            cells: avec![0; SQUARE_SPAN * model.channels],
            sums: avec![0; REGION_SPAN * model.channels],
            regions: region_table(board.size()),
            old_cells: avec![],
        };
        let change = |square| PatternChange { square, patterns: position.patterns(square) };
        let mut accumulator = Self {
            state,
            moves: board.history().to_vec(),
            root: board.history().len(),
            log: board.empty().iter().map(change).collect(),
            starts: Vec::new(),
            old_sums: Vec::new(),
        };
        accumulator.apply(model, 0, accumulator.log.len());
        accumulator.log.clear();
        accumulator
    }

    /// Evaluates a position for the side to move. It must be reached by moves from the position given to
    /// [`new`](Self::new).
    pub fn evaluate(&mut self, model: &Model, position: &Position) -> Score {
        self.sync_to(model, position);
        let side = position.side_to_move();
        let logit = (model.kernels.value)(&model.heads[side], &self.state.sums, side == Color::White);
        Score::eval(((i64::from(logit) * i64::from(CENTI_PER_LOGIT)) >> LOGIT_BITS) as i32)
    }

    /// Updates the sums to the position.
    fn sync_to(&mut self, model: &Model, position: &Position) {
        let history = position.board().history();
        if history.len() < self.root {
            *self = Self::new(model, position);
        }
        let common = self.moves[self.root..].iter().zip(&history[self.root..]);
        let known = self.root + common.take_while(|(one, other)| one == other).count();
        while self.moves.len() > known {
            self.take_back(model);
        }
        if known == history.len() {
            return;
        }
        if self.log_moves(position).is_none() {
            *self = Self::new(model, position);
            return;
        }
        for number in known..history.len() {
            let place = number - self.root;
            let end = self.starts.get(place + 1).copied().unwrap_or(self.log.len());
            self.old_sums.extend_from_slice(&self.state.sums[..REGIONS * model.channels]);
            self.apply(model, self.starts[place], end);
        }
    }

    /// Logs the new moves of the position; `None`, with some of them logged, if one was played before the
    /// position was created.
    fn log_moves(&mut self, position: &Position) -> Option<()> {
        let known = self.moves.len();
        for (number, &played) in position.board().history().iter().enumerate().skip(known) {
            self.starts.push(self.log.len());
            self.moves.push(played);
            let changes = position.pattern_changes(number)?;
            self.log.extend(changes.map(|(square, patterns)| PatternChange { square, patterns }));
        }
        Some(())
    }

    /// Applies a part of the log.
    fn apply(&mut self, model: &Model, start: usize, end: usize) {
        let needed = end * model.channels;
        if self.state.old_cells.len() < needed {
            self.state.old_cells.resize(2 * needed, 0);
        }
        (model.kernels.apply)(&model.table, &self.log[..end], start, &mut self.state);
    }

    /// Undoes the last move.
    fn take_back(&mut self, model: &Model) {
        self.moves.pop();
        let Some(start) = self.starts.pop() else { return };
        let channels = model.channels;
        (model.kernels.restore)(&self.log, start, &mut self.state);
        let sums = REGIONS * channels;
        let before = self.old_sums.len() - sums;
        self.state.sums[..sums].copy_from_slice(&self.old_sums[before..]);
        self.old_sums.truncate(before);
        self.log.truncate(start);
    }
}
