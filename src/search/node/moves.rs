//! The moves of a node, best first.

use arrayvec::ArrayVec;

use super::kind::PLY;
use crate::eval::network::POLICY_BITS;
use crate::geometry::{Bitboard, MAX_AREA, SQUARE_SPAN, Square};
use crate::pattern::Attack;
use crate::position::Position;
use crate::search::worker::Worker;

/// Order bonus of the table's move: before everything else.
const TABLE_MOVE: i32 = 1 << 24;

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
    /// Points of order by which it is behind the best, apart from the table's opinion.
    pub(crate) gap: i32,
}

/// Candidates that are sorted as far as they are asked for.
#[derive(Debug)]
pub(crate) struct MoveList {
    candidates: ArrayVec<Candidate, MAX_AREA>,
    next: usize,
    /// The best order, apart from the table's opinion.
    top: i32,
}

impl MoveList {
    /// Lists the squares with the table's move first and the rest by what the policy thinks of them, or else by what they
    /// make for the side to move and take from the other side, and by history.
    ///
    /// Below `policy_depth` the policy is not asked: there are many such nodes, and little is searched below each.
    pub(crate) fn new(
        worker: &Worker<'_>,
        squares: &Bitboard,
        table_move: Option<Square>,
        depth: i32,
    ) -> Self {
        let (position, history) = (&worker.position, &worker.knowledge.history);
        let parameters = &worker.shared.tuning.parameters;
        let own = position.side_to_move();
        let counter = history.counter(own, position.board().last_move());
        let moves: ArrayVec<Square, MAX_AREA> = squares.iter().collect();
        let mut orders: ArrayVec<i32, MAX_AREA> = moves.iter().map(|_| 0).collect();
        let is_shallow = depth < parameters.policy_depth * PLY;
        if parameters.order_policy == 0
            || is_shallow
            || !worker.evaluator.policy(position, &moves, &mut orders)
        {
            for (&square, order) in moves.iter().zip(&mut orders) {
                let defence = position.combination(square, own.opponent()).order();
                *order = position.combination(square, own).order() + defence * parameters.order_defence / 16;
            }
        } else {
            orders.iter_mut().for_each(|logit| *logit = (*logit * parameters.order_policy) >> POLICY_BITS);
        }
        let mut top = i32::MIN;
        let candidates = moves.iter().zip(&orders).map(|(&square, order)| {
            let mut order = order + history.get(own, square) / parameters.order_history;
            if Some(square) == counter {
                order += parameters.order_counter;
            }
            top = top.max(order);
            Candidate::new(square, order + if Some(square) == table_move { TABLE_MOVE } else { 0 })
        });
        let candidates = candidates.collect();
        Self { candidates, next: 0, top }
    }

    /// The best candidate not yet taken; the first in board order among equals. Forbidden ones are left out.
    pub(crate) fn next(&mut self, position: &Position) -> Option<ListedMove> {
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
    pub(crate) fn keep_rest(&mut self, condition: impl Fn(Square) -> bool) {
        let mut place = 0;
        let next = self.next;
        self.candidates.retain(|candidate: &mut Candidate| {
            place += 1;
            place <= next || condition(candidate.square())
        });
    }

    /// All legal candidates, best first.
    pub(crate) fn into_sorted(mut self, position: &Position) -> Vec<Square> {
        std::iter::from_fn(|| self.next(position)).map(|listed| listed.square).collect()
    }
}

/// Whether a move of the side to move makes a four or an open three, or stops one of the opponent.
pub(super) fn is_tactical(position: &Position, square: Square) -> bool {
    let own = position.combination(square, position.side_to_move());
    let other = position.combination(square, position.side_to_move().opponent());
    [Attack::OpenFour, Attack::Four, Attack::OpenThree].into_iter().any(|attack| own.has(attack))
        || other.has(Attack::OpenFour)
}

/// Whether a move of the side to move makes a four.
pub(super) fn makes_four(position: &Position, square: Square) -> bool {
    let own = position.combination(square, position.side_to_move());
    own.has(Attack::Four) || own.has(Attack::OpenFour)
}
