//! The move picker: a node's moves, best first.

use arrayvec::ArrayVec;

use crate::eval::network::POLICY_BITS;
use crate::geometry::{Bitboard, MAX_AREA, SQUARE_SPAN, Square};
use crate::position::Position;
use crate::search::worker::Worker;

/// Largest distance of two squares that can be part of one five.
const FIVE_REACH: u8 = 4;

/// A move with its ordering score in one integer: the score above the inverted bits of the square, so that
/// among equal scores the first square in board order is the largest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate(i32);

impl Candidate {
    const MASK: i32 = SQUARE_SPAN as i32 - 1;
    /// Scores are within this distance of zero.
    const MAX_ORDER: i32 = i32::MAX >> SQUARE_SPAN.ilog2();

    fn new(square: Square, order: i32) -> Self {
        let order = order.clamp(-Self::MAX_ORDER, Self::MAX_ORDER);
        Self((order << SQUARE_SPAN.ilog2()) | (Self::MASK - square.index() as i32))
    }

    const fn order(self) -> i32 {
        self.0 >> SQUARE_SPAN.ilog2()
    }

    const fn square(self) -> Square {
        Square::from_index((Self::MASK - (self.0 & Self::MASK)) as usize)
    }
}

/// A move as the picker returns it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ListedMove {
    pub(crate) square: Square,
    /// Ordering points behind the best move; 0 for the table's move.
    pub(crate) order_gap: i32,
}

/// Staged move picker: the table's move first; the others are generated only if it does not cut off.
#[derive(Debug)]
pub(crate) struct MovePicker {
    squares: Bitboard,
    /// Whether the policy orders them.
    by_policy: bool,
    table_move: Option<Square>,
    /// Whether the table's move is still to come.
    is_new: bool,
    is_listed: bool,
    others: MoveList,
}

impl MovePicker {
    /// A picker of the legal moves among `squares`. A table move that is not one of them is ignored.
    pub(crate) fn new(
        worker: &Worker<'_>,
        squares: Bitboard,
        table_move: Option<Square>,
        by_policy: bool,
    ) -> Self {
        let position = &worker.position;
        let is_legal = |square| !position.is_forbidden(square, position.side_to_move());
        let table_move = table_move.filter(|&square| squares.contains(square) && is_legal(square));
        Self { squares, by_policy, table_move, is_new: true, is_listed: false, others: MoveList::default() }
    }

    /// The next move. The position must be the one of [`new`](Self::new).
    pub(crate) fn next(&mut self, worker: &mut Worker<'_>) -> Option<ListedMove> {
        match self.table_move {
            Some(square) if std::mem::take(&mut self.is_new) => Some(ListedMove { square, order_gap: 0 }),
            _ => self.others(worker).next(&worker.position),
        }
    }

    /// Drops the moves still to come that do not satisfy a condition.
    pub(crate) fn retain_rest(
        &mut self,
        worker: &mut Worker<'_>,
        condition: impl Fn(&Worker<'_>, Square) -> bool,
    ) {
        self.others(worker).retain_rest(|square| condition(worker, square));
    }

    #[inline]
    fn others(&mut self, worker: &mut Worker<'_>) -> &mut MoveList {
        if !std::mem::replace(&mut self.is_listed, true) {
            self.others.fill(worker, &self.squares, self.table_move, self.by_policy);
        }
        &mut self.others
    }
}

/// Generated moves, sorted lazily by selection.
#[derive(Debug, Default)]
struct MoveList {
    candidates: ArrayVec<Candidate, MAX_AREA>,
    next: usize,
    /// The best ordering score, that of the table's move included.
    best_order: i32,
}

impl MoveList {
    /// Scores all squares except `first`, the table's move: by the policy's logits, or by the patterns of
    /// both sides if it is not asked for or there is none; plus history.
    ///
    /// Not inlined: the caller would prepare the stack for the policy's buffers each time it takes a move.
    #[inline(never)]
    fn fill(&mut self, worker: &mut Worker<'_>, squares: &Bitboard, first: Option<Square>, by_policy: bool) {
        let parameters = &worker.shared.tuning.parameters;
        self.best_order = i32::MIN;
        if by_policy && parameters.order_policy != 0 && self.fill_by_policy(worker, squares, first) {
            return;
        }
        let position = &worker.position;
        let own = position.side_to_move();
        for square in squares {
            let defence = position.pattern4(square, own.opponent()).order();
            let order = position.pattern4(square, own).order() + defence * parameters.order_defence / 16;
            self.add(square, order + worker.history_order(square), first);
        }
    }

    /// [`fill`](Self::fill) by the policy; returns false if there is none.
    #[inline(never)]
    fn fill_by_policy(&mut self, worker: &mut Worker<'_>, squares: &Bitboard, first: Option<Square>) -> bool {
        let mut logits = [0; MAX_AREA];
        if !worker.evaluator.policy(&worker.position, squares, &mut logits) {
            return false;
        }
        let parameters = &worker.shared.tuning.parameters;
        let history = worker.position.board().history();
        let points = [parameters.order_near_other, parameters.order_near_own];
        let last_moves: ArrayVec<(Square, i32), 2> = history
            .iter()
            .rev()
            .zip(points)
            .filter_map(|(square, points)| Some(((*square)?, points)))
            .collect();
        let mut logits = logits.iter();
        squares.iter().for_each(|square| {
            let logit = i64::from(*logits.next().unwrap_or(&0));
            let mut order = ((logit * i64::from(parameters.order_policy)) >> POLICY_BITS) as i32;
            let near = last_moves.iter().filter(|(last, _)| square.is_aligned_with(*last, FIVE_REACH));
            order += near.map(|&(_, points)| points).sum::<i32>();
            self.add(square, order + worker.history_order(square), first);
        });
        true
    }

    /// Adds a move with its ordering score, unless it is the table's.
    #[inline]
    fn add(&mut self, square: Square, order: i32, first: Option<Square>) {
        let candidate = Candidate::new(square, order);
        self.best_order = self.best_order.max(candidate.order());
        if Some(square) != first {
            self.candidates.push(candidate);
        }
    }

    /// The best remaining move; the first in board order among equals. Skips forbidden moves.
    fn next(&mut self, position: &Position) -> Option<ListedMove> {
        loop {
            let rest = self.candidates.get_mut(self.next..)?;
            // First the largest number and then its place: the compiler makes vectors of the first loop.
            let best = Candidate(rest.iter().fold(i32::MIN, |best, candidate| best.max(candidate.0)));
            let place = rest.iter().position(|&candidate| candidate == best)?;
            rest.swap(0, place);
            self.next += 1;
            let square = best.square();
            if !position.is_forbidden(square, position.side_to_move()) {
                return Some(ListedMove { square, order_gap: (self.best_order - best.order()).max(0) });
            }
        }
    }

    /// Drops the remaining moves that do not satisfy a condition.
    fn retain_rest(&mut self, condition: impl Fn(Square) -> bool) {
        let mut place = 0;
        let next = self.next;
        self.candidates.retain(|candidate: &mut Candidate| {
            place += 1;
            place <= next || condition(candidate.square())
        });
    }
}

impl Worker<'_> {
    /// Ordering points of a move of the side to move for its history.
    #[inline]
    fn history_order(&self, square: Square) -> i32 {
        self.shared.tuning.history_order(self.tables.history.get(self.position.side_to_move(), square))
    }
}
