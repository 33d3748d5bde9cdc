//! The sums of a position, brought up to date when somebody asks.
//!
//! Nothing happens when a move is played or taken back: the accumulator compares the moves it knows with the position's, takes
//! back those that are gone from a log, and looks at the squares that the new ones rewrote. Whatever was played and taken back in
//! between, such as a search for a win by fours, costs nothing.

use super::model::Model;
use super::regions::{REGIONS, region_table};
use super::simd;
use super::sums::{Change, State};
use super::weights::ACC_SCALE;
use crate::eval::{CENTI_PER_LOGIT, Score};
use crate::geometry::{Color, SQUARE_SPAN, Square};
use crate::position::Position;

/// Bits of the logit behind the point.
const LOGIT_BITS: u32 = ACC_SCALE.ilog2();

/// The log's state before some moves.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// Number of moves known before.
    moves: usize,
    /// Logged changes before.
    changes: usize,
}

/// The sums of one position after another.
#[derive(Clone, Debug)]
pub struct Accumulator {
    state: State,
    /// The windows that the cells were made of.
    patterns: Box<[u64; SQUARE_SPAN]>,
    /// The moves since the set-up that are in the sums, and how many of them are never taken back.
    moves: Vec<Option<Square>>,
    root: usize,
    frames: Vec<Frame>,
    log: Vec<Change>,
    /// For each frame the sums before.
    old_sums: Vec<i16>,
}

impl Accumulator {
    /// The sums of a position. It serves for this position and those that follow from it by moves, until the next
    /// [`refresh`](Self::refresh).
    pub fn new(model: &Model, position: &Position) -> Self {
        let state = State {
            cells: vec![0; SQUARE_SPAN * model.channels],
            sums: vec![0; REGIONS * model.channels],
            regions: region_table(position.board().size()),
            old_cells: Vec::new(),
        };
        let mut accumulator = Self {
            state,
            patterns: Box::new([0; SQUARE_SPAN]),
            moves: Vec::new(),
            root: 0,
            frames: Vec::new(),
            log: Vec::new(),
            old_sums: Vec::new(),
        };
        accumulator.refresh(model, position);
        accumulator
    }

    /// Computes everything anew.
    pub fn refresh(&mut self, model: &Model, position: &Position) {
        self.state.cells.fill(0);
        self.state.sums.fill(0);
        self.state.regions = region_table(position.board().size());
        self.patterns.fill(0);
        self.moves.clear();
        self.moves.extend_from_slice(position.board().history());
        self.root = self.moves.len();
        self.frames.clear();
        self.log.clear();
        self.old_sums.clear();
        for square in position.board().empty() {
            self.look_at(position, square);
        }
        self.apply(model, 0);
        self.log.clear();
    }

    /// The network's opinion of the position for the side to move, which must have come from the one given to
    /// [`new`](Self::new) or [`refresh`](Self::refresh) by moves.
    pub fn evaluate(&mut self, model: &Model, position: &Position) -> Score {
        self.follow(model, position);
        let side = position.side_to_move();
        let logit = simd::value(model, &model.heads[side], &self.state.sums, side == Color::White);
        Score::eval(((i64::from(logit) * i64::from(CENTI_PER_LOGIT)) >> LOGIT_BITS) as i32)
    }

    /// Brings the sums up to the position's last move.
    fn follow(&mut self, model: &Model, position: &Position) {
        let history = position.board().history();
        if history.len() < self.root {
            self.refresh(model, position);
        }
        let common = self.moves[self.root..].iter().zip(&history[self.root..]);
        let known = self.root + common.take_while(|(one, other)| one == other).count();
        while self.moves.len() > known {
            let Some(frame) = self.frames.pop() else { break };
            self.take_back(model, frame);
        }
        let new = &history[self.moves.len()..];
        if new.is_empty() {
            return;
        }
        let first = self.log.len();
        self.frames.push(Frame { moves: self.moves.len(), changes: first });
        self.old_sums.extend_from_slice(&self.state.sums);
        self.moves.extend_from_slice(new);
        for number in self.moves.len() - new.len()..self.moves.len() {
            let Some(squares) = position.rewritten(number) else {
                self.refresh(model, position);
                return;
            };
            squares.for_each(|square| self.look_at(position, square));
        }
        self.apply(model, first);
    }

    /// Carries out the logged changes from a place on.
    fn apply(&mut self, model: &Model, first: usize) {
        let needed = self.log.len() * model.channels;
        if self.state.old_cells.len() < needed {
            self.state.old_cells.resize(2 * needed, 0);
        }
        simd::apply(model, &self.log, first, &mut self.state);
    }

    /// Logs a square whose windows have changed. Squares beyond the board never do.
    #[inline]
    fn look_at(&mut self, position: &Position, square: Square) {
        let (old, new) = (self.patterns[square.index()], position.patterns(square));
        if old == new {
            return;
        }
        self.patterns[square.index()] = new;
        self.log.push(Change { square, patterns: new, old_patterns: old });
    }

    fn take_back(&mut self, model: &Model, frame: Frame) {
        let channels = model.channels;
        for change in &self.log[frame.changes..] {
            self.patterns[change.square.index()] = change.old_patterns;
        }
        simd::restore(channels, &self.log, frame.changes, &mut self.state);
        let sums = self.old_sums.len() - REGIONS * channels;
        self.state.sums.copy_from_slice(&self.old_sums[sums..]);
        self.old_sums.truncate(sums);
        self.log.truncate(frame.changes);
        self.moves.truncate(frame.moves);
    }
}
