//! Feature indices of windows.

use crate::board::Cell;
use crate::geometry::{ByColor, Color};
pub use crate::pattern::PATTERN_SPAN;
use crate::pattern::{HalfClasses, PatternTable};
use crate::rules::{PerRule, Rule};

/// Feature indices of windows: unordered pairs of half-window classes in one colour's view, so that mirrored
/// windows, and both colours, share rows.
///
/// The index of classes `a >= b` is `a * (a + 1) / 2 + b`; for white's view the colours are exchanged first.
/// Network files depend on this order.
#[derive(Debug)]
pub struct FeatureMap {
    halves: Vec<[u8; 2]>,
    is_idle: Vec<bool>,
    numbers: ByColor<Box<[u16; PATTERN_SPAN]>>,
}

static MAPS: PerRule<FeatureMap> = PerRule::new(FeatureMap::new);

impl FeatureMap {
    /// The map of a rule, computed on first use.
    pub fn of(rule: Rule) -> &'static Self {
        MAPS.get(rule)
    }

    fn new(rule: Rule) -> Self {
        let classes = PatternTable::of(rule).classes();
        let count = classes.count();
        let mut halves = Vec::with_capacity(row_count(rule));
        for high in 0..count {
            halves.extend((0..=high).map(|low| [high as u8, low as u8]));
        }
        let is_bare = |class: u8| !has_stone(classes, class.into());
        let is_idle = halves.iter().map(|&[a, b]| is_bare(a) && is_bare(b)).collect();
        let numbers = ByColor(Color::BOTH.map(|color| {
            let view = |class| if color == Color::Black { class } else { classes.exchanged(class) };
            let mut numbers = Box::new([0; PATTERN_SPAN]);
            for left in 0..count {
                for right in 0..count {
                    numbers[left * count + right] = pair_number(view(left), view(right)) as u16;
                }
            }
            numbers
        }));
        Self { halves, is_idle, numbers }
    }

    /// Number of different windows: 7,260, or 14,878 under the caro rules.
    pub fn count(&self) -> usize {
        self.halves.len()
    }

    /// The classes of the two halves of a feature, the larger first.
    ///
    /// # Panics
    /// If the number is [`count`](Self::count) or more.
    pub fn halves(&self, number: usize) -> [u8; 2] {
        self.halves[number]
    }

    /// Whether the window has no stone; such rows of the tables are zero.
    ///
    /// # Panics
    /// If the number is [`count`](Self::count) or more.
    pub fn is_idle(&self, number: usize) -> bool {
        self.is_idle[number]
    }

    /// The feature of a [pattern](PatternTable::pattern) in a colour's view.
    #[inline]
    pub fn number(&self, view: Color, pattern: u16) -> u16 {
        self.numbers[view][pattern as usize & (PATTERN_SPAN - 1)]
    }
}

/// Number of different windows under a rule. It builds no table of patterns, so that files of many rules are
/// read fast.
pub fn row_count(rule: Rule) -> usize {
    let classes = HalfClasses::new(rule.counts_closed_ends()).count();
    classes * (classes + 1) / 2
}

/// The index of an unordered pair of classes.
pub const fn pair_number(one: usize, other: usize) -> usize {
    let (high, low) = if one > other { (one, other) } else { (other, one) };
    high * (high + 1) / 2 + low
}

fn has_stone(classes: &HalfClasses, class: usize) -> bool {
    classes.representative(class).iter().any(|cell| matches!(cell, Cell::Black | Cell::White))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirrored_windows_share_a_number_and_colours_exchange_it() {
        for rule in Rule::ALL {
            let map = FeatureMap::of(rule);
            assert_eq!(map.count(), if rule.counts_closed_ends() { 14_878 } else { 7_260 });
            let classes = PatternTable::of(rule).classes();
            let count = classes.count();
            for (left, right) in (0..count).step_by(7).flat_map(|l| (0..count).map(move |r| (l, r))) {
                let pattern = |l: usize, r: usize| (l * count + r) as u16;
                let number = map.number(Color::Black, pattern(left, right));
                assert_eq!(number, map.number(Color::Black, pattern(right, left)));
                let exchanged = pattern(classes.exchanged(left), classes.exchanged(right));
                assert_eq!(number, map.number(Color::White, exchanged));
                assert_eq!(map.halves(number.into()), [left.max(right) as u8, left.min(right) as u8]);
                let bare = !has_stone(classes, left) && !has_stone(classes, right);
                assert_eq!(map.is_idle(number.into()), bare);
            }
        }
    }
}
