//! The moves of a node, best first.

use arrayvec::ArrayVec;

use crate::eval::network::POLICY_BITS;
use crate::geometry::{Bitboard, MAX_AREA, SQUARE_SPAN, Square};
use crate::pattern::Attack;
use crate::position::Position;
use crate::search::depth::PLY;
use crate::search::worker::Worker;

/// One candidate: its order above the bits of its square, which are inverted so that of two equals the first in board
/// order is the larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate(i64);

impl Candidate {
    const MASK: i64 = SQUARE_SPAN as i64 - 1;

    const fn new(square: Square, order: i32) -> Self {
        Self((order as i64 * SQUARE_SPAN as i64) | (Self::MASK - square.index() as i64))
    }

    const fn order(self) -> i32 {
        (self.0 >> SQUARE_SPAN.ilog2()) as i32
    }

    const fn square(self) -> Square {
        Square::from_index((Self::MASK - (self.0 & Self::MASK)) as usize)
    }
}

/// A move as the list gives it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ListedMove {
    pub(crate) square: Square,
    /// Points of order by which it is behind the best; none for the table's move.
    pub(crate) gap: i32,
}

/// Gives a node's moves one by one: the table's first, and only then are the others listed, since it often cuts off.
#[derive(Debug)]
pub(crate) struct MovePicker {
    squares: Bitboard,
    /// Depth of the node, hundredths of a ply.
    depth: i32,
    table_move: Option<Square>,
    /// Whether nothing was given yet.
    is_new: bool,
    is_listed: bool,
    others: MoveList,
}

impl MovePicker {
    /// Gives the legal ones among these squares. A table's move that is none of them is left out.
    pub(crate) fn new(
        worker: &Worker<'_>,
        squares: Bitboard,
        table_move: Option<Square>,
        depth: i32,
    ) -> Self {
        let position = &worker.position;
        let is_legal = |square| !position.is_forbidden(square, position.side_to_move());
        let table_move = table_move.filter(|&square| squares.contains(square) && is_legal(square));
        Self { squares, depth, table_move, is_new: true, is_listed: false, others: MoveList::default() }
    }

    /// The best move that was not given yet. The position must be the one of [`new`](Self::new).
    pub(crate) fn next(&mut self, worker: &Worker<'_>) -> Option<ListedMove> {
        match self.table_move {
            Some(square) if std::mem::take(&mut self.is_new) => Some(ListedMove { square, gap: 0 }),
            _ => self.others(worker).next(&worker.position),
        }
    }

    /// Drops the moves not yet given that do not fulfil a condition; the table's move stays.
    pub(crate) fn keep_rest(&mut self, worker: &Worker<'_>, condition: impl Fn(Square) -> bool) {
        self.others(worker).keep_rest(condition);
    }

    #[inline]
    fn others(&mut self, worker: &Worker<'_>) -> &mut MoveList {
        if !std::mem::replace(&mut self.is_listed, true) {
            self.others.fill(worker, &self.squares, self.table_move, self.depth);
        }
        &mut self.others
    }
}

/// Candidates that are sorted as far as they are asked for.
#[derive(Debug, Default)]
struct MoveList {
    candidates: ArrayVec<Candidate, MAX_AREA>,
    next: usize,
    /// The best order, that of the first move included.
    top: i32,
}

impl MoveList {
    /// Lists the squares but that of the first move, which is not to be given again, by what the policy thinks of them, or else by
    /// what they make for the side to move and take from the other side, and by history.
    ///
    /// Below `policy_depth` the policy is not asked: there are many such nodes, and little is searched below each.
    fn fill(&mut self, worker: &Worker<'_>, squares: &Bitboard, first: Option<Square>, depth: i32) {
        let (position, history) = (&worker.position, &worker.tables.history);
        let parameters = &worker.shared.tuning.parameters;
        let own = position.side_to_move();
        let counter = history.counter(own, position.board().last_move());
        self.top = i32::MIN;
        let mut add = |square, order| {
            let mut order = order + history.get(own, square) / parameters.order_history;
            if Some(square) == counter {
                order += parameters.order_counter;
            }
            self.top = self.top.max(order);
            if Some(square) != first {
                self.candidates.push(Candidate::new(square, order));
            }
        };
        if depth >= parameters.policy_depth * PLY && parameters.order_policy != 0 {
            let moves: ArrayVec<Square, MAX_AREA> = squares.iter().collect();
            let mut logits: ArrayVec<i32, MAX_AREA> = moves.iter().map(|_| 0).collect();
            if worker.evaluator.policy(position, &moves, &mut logits) {
                for (&square, &logit) in moves.iter().zip(&logits) {
                    add(square, (logit * parameters.order_policy) >> POLICY_BITS);
                }
                return;
            }
        }
        for square in squares {
            let defence = position.pattern4(square, own.opponent()).order();
            add(square, position.pattern4(square, own).order() + defence * parameters.order_defence / 16);
        }
    }

    /// The best candidate not yet taken; the first in board order among equals. Forbidden ones are left out.
    fn next(&mut self, position: &Position) -> Option<ListedMove> {
        loop {
            let rest = self.candidates.get_mut(self.next..)?;
            let (mut place, mut best) = (0, *rest.first()?);
            for (i, &candidate) in rest.iter().enumerate() {
                if candidate > best {
                    (place, best) = (i, candidate);
                }
            }
            rest.swap(0, place);
            self.next += 1;
            let square = best.square();
            if !position.is_forbidden(square, position.side_to_move()) {
                return Some(ListedMove { square, gap: (self.top - best.order()).max(0) });
            }
        }
    }

    /// Drops the candidates not yet taken that do not fulfil a condition.
    fn keep_rest(&mut self, condition: impl Fn(Square) -> bool) {
        let mut place = 0;
        let next = self.next;
        self.candidates.retain(|candidate: &mut Candidate| {
            place += 1;
            place <= next || condition(candidate.square())
        });
    }
}

/// Whether a move of the side to move makes a four or an open three, or stops one of the opponent.
pub(super) fn is_tactical(position: &Position, square: Square) -> bool {
    let own = position.pattern4(square, position.side_to_move());
    let other = position.pattern4(square, position.side_to_move().opponent());
    [Attack::OpenFour, Attack::Four, Attack::OpenThree].into_iter().any(|attack| own.has(attack))
        || other.has(Attack::OpenFour)
}

/// Whether a move of the side to move makes a four.
pub(super) fn makes_four(position: &Position, square: Square) -> bool {
    let own = position.pattern4(square, position.side_to_move());
    own.has(Attack::Four) || own.has(Attack::OpenFour)
}
