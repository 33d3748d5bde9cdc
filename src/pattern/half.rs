//! Equivalence classes of half-windows.

use crate::board::{Cell, RADIUS};
use crate::geometry::Color;

/// Number of ten-bit half-windows.
pub const HALVES: usize = 1 << (2 * RADIUS);

/// One half of a window, the nearest cell first.
pub type Half = [Cell; RADIUS];

/// Equivalence classes of half-windows: outwards from an empty centre, cells behind the first stone of the
/// second colour or the first wall matter to neither colour.
///
/// There are 120 classes, or 172 where stones and walls differ as obstacles (caro).
#[derive(Clone, Debug)]
pub struct HalfClasses {
    /// Class by the bits of a half with the nearest cell lowest.
    by_right_bits: Vec<usize>,
    /// One half of each class.
    representatives: Vec<Half>,
}

impl HalfClasses {
    /// Computes the classes. `counts_closed_ends`: whether opposing stones and walls differ as obstacles.
    pub fn new(counts_closed_ends: bool) -> Self {
        let halves = (0..HALVES).map(|bits| canonical(cells(bits), counts_closed_ends));
        let (by_right_bits, representatives) = numbered(halves);
        Self { by_right_bits, representatives }
    }

    /// Number of classes.
    pub fn count(&self) -> usize {
        self.representatives.len()
    }

    /// Class of the half after the centre, from [`right_bits`](crate::board::Window::right_bits).
    ///
    /// # Panics
    /// If `bits` has more than ten bits.
    pub fn of_right(&self, bits: usize) -> usize {
        self.by_right_bits[bits]
    }

    /// Class of the half before the centre, from [`left_bits`](crate::board::Window::left_bits).
    ///
    /// # Panics
    /// If `bits` has more than ten bits.
    pub fn of_left(&self, bits: usize) -> usize {
        self.of_right(reversed(bits))
    }

    /// The canonical half of a class, with walls where no colour reaches.
    ///
    /// # Panics
    /// If there is no such class.
    pub fn representative(&self, class: usize) -> Half {
        self.representatives[class]
    }

    /// Class of the same half with the colours exchanged.
    ///
    /// # Panics
    /// If there is no such class.
    pub fn exchanged(&self, class: usize) -> usize {
        let half = self.representatives[class].map(|cell| match cell {
            Cell::Black => Cell::White,
            Cell::White => Cell::Black,
            Cell::Empty | Cell::Wall => cell,
        });
        self.of_half(half)
    }

    /// Class of a half given by its cells.
    pub fn of_half(&self, half: Half) -> usize {
        self.of_right(half.iter().enumerate().fold(0, |bits, (i, &cell)| bits | (cell as usize) << (2 * i)))
    }
}

fn cells(bits: usize) -> Half {
    std::array::from_fn(|i| Cell::ALL[bits >> (2 * i) & 3])
}

fn reversed(bits: usize) -> usize {
    (0..RADIUS).fold(0, |out, i| out << 2 | bits >> (2 * i) & 3)
}

/// Numbers different halves in their order: the number of each of `halves`, and the half of each number.
pub(super) fn numbered(halves: impl Iterator<Item = Half>) -> (Vec<usize>, Vec<Half>) {
    let mut different: Vec<Half> = Vec::new();
    let numbers = halves.map(|half| {
        let known = different.iter().position(|&known| known == half);
        known.unwrap_or_else(|| {
            different.push(half);
            different.len() - 1
        })
    });
    (numbers.collect(), different)
}

/// Replaces the cells that neither colour can reach by walls. The colour of the first stone sees the others:
/// for its opponent that stone is an obstacle.
fn canonical(half: Half, counts_closed_ends: bool) -> Half {
    let first = half.into_iter().find(|&cell| cell != Cell::Empty);
    let color = if first == Some(Cell::White) { Color::White } else { Color::Black };
    view(half, color, counts_closed_ends)
}

/// One colour's view of a half: its stones and empty cells up to the first obstacle, then walls. An opposing
/// stone as obstacle is kept only if it differs from a wall.
pub(super) fn view(half: Half, color: Color, counts_closed_ends: bool) -> Half {
    let mut seen = [Cell::Wall; RADIUS];
    for (kept, &cell) in seen.iter_mut().zip(&half) {
        let stops = cell == Cell::Wall || cell == Cell::stone(color.opponent());
        if !stops || counts_closed_ends {
            *kept = cell;
        }
        if stops {
            break;
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_120_or_172_classes() {
        assert_eq!(HalfClasses::new(false).count(), 120);
        assert_eq!(HalfClasses::new(true).count(), 172);
    }

    #[test]
    fn exchanging_the_colours_twice_changes_nothing() {
        for counts_closed_ends in [false, true] {
            let classes = HalfClasses::new(counts_closed_ends);
            for class in 0..classes.count() {
                assert_eq!(classes.of_half(classes.representative(class)), class);
                assert_eq!(classes.exchanged(classes.exchanged(class)), class);
                let has_stone =
                    classes.representative(class).iter().any(|c| matches!(c, Cell::Black | Cell::White));
                assert_eq!(classes.exchanged(class) != class, has_stone);
            }
        }
    }

    #[test]
    fn there_are_63_or_94_views() {
        for (counts_closed_ends, expected) in [(false, 63), (true, 94)] {
            let seen = (0..HALVES).map(|b| view(cells(b), Color::White, counts_closed_ends));
            assert_eq!(seen.collect::<std::collections::HashSet<_>>().len(), expected);
        }
    }
}
