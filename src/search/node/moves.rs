//! The moves of a node, best first.

use crate::geometry::{Bitboard, Square};
use crate::pattern::Attack;
use crate::position::Position;
use crate::search::Parameters;
use crate::search::history::History;

/// Order bonus of the table's move: before everything else.
const TABLE_MOVE: i32 = 1 << 24;

/// One candidate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) square: Square,
    order: i32,
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
        let candidates = squares.iter().map(|square| Candidate { square, order: order(square) }).collect();
        Self { candidates, next: 0 }
    }

    /// The best candidate not yet taken; the first in board order among equals. Forbidden ones are left out.
    pub(crate) fn next(&mut self, position: &Position) -> Option<Square> {
        while self.next < self.candidates.len() {
            let mut best = self.next;
            for i in self.next + 1..self.candidates.len() {
                let (one, other) = (self.candidates[i], self.candidates[best]);
                if (one.order, other.square) > (other.order, one.square) {
                    best = i;
                }
            }
            self.candidates.swap(self.next, best);
            let square = self.candidates[self.next].square;
            self.next += 1;
            if !position.is_forbidden(square, position.side_to_move()) {
                return Some(square);
            }
        }
        None
    }

    /// Drops the candidates not yet taken that do not fulfil a condition.
    pub(crate) fn keep_rest(&mut self, condition: impl Fn(Square) -> bool) {
        let mut place = 0;
        let next = self.next;
        self.candidates.retain(|candidate| {
            place += 1;
            place <= next || condition(candidate.square)
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
