//! History heuristics.

use crate::geometry::{ByColor, Color, SQUARE_SPAN, Square};

/// Largest absolute value of an entry.
const LIMIT: i32 = 16_384;
/// Largest bonus of one update.
const MAX_BONUS: i32 = 1_200;
/// A malus in per cent of the bonus (150 instead of 50: in games +54 ± 6 Elo at 32,000 nodes).
const MALUS: i32 = 160;

/// Butterfly history, indexed by colour and square, with gravity.
#[derive(Clone, Debug)]
pub(super) struct History {
    squares: ByColor<Box<[i16; SQUARE_SPAN]>>,
}

impl History {
    pub(super) fn new() -> Self {
        Self { squares: ByColor([Box::new([0; SQUARE_SPAN]), Box::new([0; SQUARE_SPAN])]) }
    }

    /// History score from `-16384` to `16384`.
    #[inline]
    pub(super) fn get(&self, color: Color, square: Square) -> i32 {
        self.squares[color][square.index()].into()
    }

    /// Adds a bonus (a malus if not `good`) for a move searched to `depth` plies.
    pub(super) fn update(&mut self, color: Color, square: Square, depth: i32, good: bool) {
        let bonus = (depth * depth * 10).min(MAX_BONUS);
        let change = if good { bonus } else { -bonus * MALUS / 100 };
        let entry = &mut self.squares[color][square.index()];
        let old = i32::from(*entry);
        *entry = (old + change - old * change.abs() / LIMIT) as i16;
    }

    /// Halves the scores at the start of a search.
    pub(super) fn age(&mut self) {
        for table in &mut self.squares.0 {
            table.iter_mut().for_each(|entry| *entry /= 2);
        }
    }
}
