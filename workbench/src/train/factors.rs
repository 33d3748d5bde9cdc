//! Rows of a table as sums of parts that many rows share.

use rayon::prelude::*;

use super::layout::{MAX_ROW, TableLayout};
use rustgomo::eval::network::{FeatureMap, ROW_SCALE, view_count};
use rustgomo::geometry::Color;
use rustgomo::pattern::{PatternTable, SHAPE_COUNT};
use rustgomo::rules::Rule;

/// Which parts each row of a colour's table is the sum of.
///
/// Rare windows would learn their own rows from a handful of positions. What they have in common with frequent ones, the
/// shapes that a move makes and the halves, is learned from all of them.
#[derive(Debug)]
pub(super) struct Factors {
    /// Shape pair of each row.
    shapes: Vec<u16>,
    /// Classes of the halves of each row.
    halves: Vec<[u8; 2]>,
    is_idle: Vec<bool>,
}

impl Factors {
    /// The parts of the table in a colour's view.
    pub(super) fn new(rule: Rule, view: Color) -> Self {
        let map = FeatureMap::of(rule);
        let table = PatternTable::of(rule);
        let classes = table.classes().count();
        let mut shapes = vec![0; map.count()];
        for pattern in 0..(classes * classes) as u16 {
            let pair = table.shapes(pattern);
            let [own, other] = [view, view.opponent()].map(|color| u16::from(pair.code(color)));
            shapes[map.number(view, pattern) as usize] = own * SHAPE_COUNT as u16 + other;
        }
        let halves = (0..map.count()).map(|number| map.halves(number)).collect();
        let is_idle = (0..map.count()).map(|number| map.is_idle(number)).collect();
        Self { shapes, halves, is_idle }
    }

    /// The factors of all tables of a rule.
    pub(super) fn all(rule: Rule) -> Vec<Self> {
        Color::BOTH.into_iter().take(view_count(rule)).map(|view| Self::new(rule, view)).collect()
    }

    pub(super) fn count(&self) -> usize {
        self.halves.len()
    }

    /// Adds up the rows, `width` numbers each, and one row of zeros behind them. They stay within what a byte can hold,
    /// and are rounded to it if asked for.
    pub(super) fn merge(
        &self,
        parts: &[f32],
        layout: &TableLayout,
        width: usize,
        is_rounded: bool,
        rows: &mut [f32],
    ) {
        let [own, shapes, halves] = [&layout.own, &layout.shapes, &layout.halves].map(|r| &parts[r.clone()]);
        rows.par_chunks_mut(width).with_min_len(512).enumerate().for_each(|(number, row)| {
            if number >= self.count() || self.is_idle[number] {
                row.fill(0.0);
                return;
            }
            let part = |list: &[f32], at: usize, row: &mut [f32]| {
                row.iter_mut().zip(&list[at * width..]).for_each(|(sum, x)| *sum += x);
            };
            row.copy_from_slice(&own[number * width..(number + 1) * width]);
            part(shapes, self.shapes[number].into(), row);
            self.halves[number].iter().for_each(|&half| part(halves, half.into(), row));
            for x in row {
                *x = x.clamp(-MAX_ROW, MAX_ROW);
                if is_rounded {
                    *x = (*x * ROW_SCALE as f32).round() / ROW_SCALE as f32;
                }
            }
        });
    }

    /// Turns the gradient of the rows into that of the parts.
    pub(super) fn pull_back(&self, rows: &[f32], layout: &TableLayout, width: usize, gradient: &mut [f32]) {
        gradient[layout.own.clone()].copy_from_slice(&rows[..layout.own.len()]);
        gradient[layout.shapes.start..layout.halves.end].fill(0.0);
        for (number, row) in rows.chunks(width).enumerate().take(self.count()) {
            if self.is_idle[number] {
                gradient[layout.own.start + number * width..][..width].fill(0.0);
                continue;
            }
            let mut add = |start: usize| {
                gradient[start..start + width].iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
            };
            add(layout.shapes.start + usize::from(self.shapes[number]) * width);
            self.halves[number].iter().for_each(|&half| add(layout.halves.start + usize::from(half) * width));
        }
    }
}
