//! The moves of a node, best first.

use crate::geometry::{Bitboard, SQUARE_SPAN, Square};
use crate::pattern::Attack;
use crate::position::Position;
use crate::search::Parameters;
use crate::search::history::History;

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

    const fn square(self) -> Square {
        Square::from_index((Self::MASK - (self.0 & Self::MASK)) as usize)
    }
}

/// Candidates that are sorted as far as they are asked for.
#[derive(Debug)]
pub(crate) struct MoveList {
    candidates: Vec<Candidate>,
    next: usize,
}

impl MoveList {
    /// Lists the squares with the table's move first and the rest by what they make for the side to move and
    /// take from the other side, and by history.
    pub(crate) fn new(
        position: &Position,
        squares: &Bitboard,
        table_move: Option<Square>,
        history: &History,
        parameters: &Parameters,
    ) -> Self {
        let own = position.side_to_move();
        let counter = history.counter(own, position.board().last_move());
        let order = |square: Square| {
            let attack = position.combination(square, own).order();
            let defence = position.combination(square, own.opponent()).order();
            let mut order = attack
                + defence * parameters.order_defence / 16
                + history.get(own, square) / parameters.order_history;
            if Some(square) == table_move {
                order += TABLE_MOVE;
            }
            if Some(square) == counter {
                order += parameters.order_counter;
            }
            order
        };
        let mut candidates = Vec::with_capacity(squares.len());
        candidates.extend(squares.iter().map(|square| Candidate::new(square, order(square))));
        Self { candidates, next: 0 }
    }

    /// The best candidate not yet taken; the first in board order among equals. Forbidden ones are left out.
    pub(crate) fn next(&mut self, position: &Position) -> Option<Square> {
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
                return Some(square);
            }
        }
    }

    /// Drops the candidates not yet taken that do not fulfil a condition.
    pub(crate) fn keep_rest(&mut self, condition: impl Fn(Square) -> bool) {
        let mut place = 0;
        let next = self.next;
        self.candidates.retain(|candidate| {
            place += 1;
            place <= next || condition(candidate.square())
        });
    }

    /// All legal candidates, best first.
    pub(crate) fn into_sorted(mut self, position: &Position) -> Vec<Square> {
        std::iter::from_fn(|| self.next(position)).collect()
    }
}

/// Whether a move of the side to move makes a four or an open three, or stops one of the opponent.
pub(super) fn is_tactical(position: &Position, square: Square) -> bool {
    let own = position.combination(square, position.side_to_move());
    let other = position.combination(square, position.side_to_move().opponent());
    [Attack::OpenFour, Attack::Four, Attack::OpenThree].into_iter().any(|attack| own.has(attack))
        || other.has(Attack::OpenFour)
}
