//! The squares of a line that a new stone affects.

use crate::board::{Cell, RADIUS};
use crate::pattern::HALVES;

/// The empty cells of [`LineKeys::around`](crate::board::LineKeys::around) whose
/// [pattern](crate::pattern::PatternTable) depends on the cell in the middle, as a mask of their lower bits.
/// A pattern does not depend on cells behind a wall or behind stones of both colours.
#[inline]
pub(super) fn affected_cells(around: u64) -> u32 {
    let half = |first: usize| (around >> (2 * first)) as usize & (HALVES - 1);
    let (left, right) = (half(RADIUS), half(2 * RADIUS + 1));
    u32::from(LEFT[left]) << (2 * RADIUS) | u32::from(RIGHT[right]) << (2 * (2 * RADIUS + 1))
}

/// The affected cells of the five before the middle.
static LEFT: [u16; HALVES] = affected_table(true);
/// The affected cells of the five after the middle.
static RIGHT: [u16; HALVES] = affected_table(false);

const fn affected_table(nearest_is_highest: bool) -> [u16; HALVES] {
    let mut table = [0; HALVES];
    let mut bits = 0;
    while bits < HALVES {
        table[bits] = affected_half(bits, nearest_is_highest);
        bits += 1;
    }
    table
}

const fn affected_half(bits: usize, nearest_is_highest: bool) -> u16 {
    let mut cells = 0;
    // Both bits are set by a wall, or by stones of both colours.
    let mut obstacles = 0;
    let mut i = 0;
    while i < RADIUS && obstacles != Cell::Wall as usize {
        let place = if nearest_is_highest { RADIUS - 1 - i } else { i };
        let cell = bits >> (2 * place) & 3;
        if cell == Cell::Empty as usize {
            cells |= 1 << (2 * place);
        }
        obstacles |= cell;
        i += 1;
    }
    cells
}
