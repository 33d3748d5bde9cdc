//! History heuristics.

use crate::geometry::{ByColor, Color, SQUARE_SPAN, Square};

/// Largest absolute value of an entry.
const LIMIT: i32 = 16_384;
/// Largest bonus of one update.
const MAX_BONUS: i32 = 1_200;

/// Butterfly history, indexed by colour and square, with gravity; and the counter-move to each move.
#[derive(Clone, Debug)]
pub(super) struct History {
    squares: ByColor<Box<[i16; SQUARE_SPAN]>>,
    counters: ByColor<Box<[Option<Square>; SQUARE_SPAN]>>,
}

impl History {
    pub(super) fn new() -> Self {
        Self {
            squares: ByColor([Box::new([0; SQUARE_SPAN]), Box::new([0; SQUARE_SPAN])]),
            counters: ByColor([Box::new([None; SQUARE_SPAN]), Box::new([None; SQUARE_SPAN])]),
        }
    }

    /// History score from `-16384` to `16384`.
    #[inline]
    pub(super) fn get(&self, color: Color, square: Square) -> i32 {
        self.squares[color][square.index()].into()
    }

    /// Adds a bonus (a malus if not `good`) for a move searched to `depth` plies.
    pub(super) fn update(&mut self, color: Color, square: Square, depth: i32, good: bool) {
        let bonus = (depth * depth * 8).min(MAX_BONUS);
        let entry = &mut self.squares[color][square.index()];
        let old = i32::from(*entry);
        let signed = if good { bonus } else { -bonus };
        *entry = (old + signed - old * bonus / LIMIT) as i16;
    }

    /// The counter-move of `color` to a move of the other side.
    #[inline]
    pub(super) fn counter(&self, color: Color, to: Option<Square>) -> Option<Square> {
        to.and_then(|square| self.counters[color][square.index()])
    }

    pub(super) fn set_counter(&mut self, color: Color, to: Option<Square>, reply: Square) {
        if let Some(square) = to {
            self.counters[color][square.index()] = Some(reply);
        }
    }

    /// Halves the scores at the start of a search.
    pub(super) fn age(&mut self) {
        for table in &mut self.squares.0 {
            table.iter_mut().for_each(|entry| *entry /= 2);
        }
    }
}
