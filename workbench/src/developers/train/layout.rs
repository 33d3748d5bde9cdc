//! Layout of all parameters in one list, and rows of tables as sums of shared parts (factorised rows).

use std::ops::Range;

use rayon::prelude::*;

use rustgomo::eval::network::{
    DISTANCE_CLASSES, FeatureMap, HIDDEN, PLACES, REGION_KINDS, ROW_SCALE, row_count, view_count,
};
use rustgomo::geometry::Color;
use rustgomo::pattern::{PatternTable, SHAPE_COUNT};
use rustgomo::rules::Rule;

/// Maximum number in the tables: a byte.
pub(super) const MAX_ROW: f32 = 127.0 / ROW_SCALE as f32;
/// Maximum weight on a sum over squares: two bytes at 2^14 per unit.
const MAX_SUM_WEIGHT: f32 = 1.99;
/// Maximum weight on a hidden output: two bytes at 2^10 per unit.
const MAX_WEIGHT: f32 = 31.9;
/// Maximum bias, so that sums do not overflow.
const MAX_BIAS: f32 = 64.0;
/// Maximum weight of the policy: two bytes at 2^8 per unit.
const MAX_POLICY_WEIGHT: f32 = 127.0;
/// Maximum weight on an input of the policy's context: two bytes at 2^11 per unit.
const MAX_CONTEXT_WEIGHT: f32 = 15.9;
/// Maximum change of a policy weight by an output of the context, so that sums do not overflow.
const MAX_CHANGE: f32 = 4.0;
/// Maximum contribution of a distance to a logit.
const MAX_NEAR: f32 = 32.0;

/// A group of parameters with the same limits.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Group {
    /// Name for messages.
    pub(super) name: &'static str,
    /// Range in the list.
    pub(super) range: Range<usize>,
    /// Maximum absolute value.
    pub(super) limit: f32,
    /// Standard deviation of the initial values.
    pub(super) spread: f32,
    /// Whether the penalty applies: the own rows of windows.
    pub(super) is_own: bool,
}

/// The parts of a factorised table: each row is the sum of a row of each part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TableLayout {
    /// One row for each window.
    pub(super) own: Range<usize>,
    /// One row for each pair of shapes, of the own and the other colour.
    pub(super) shapes: Range<usize>,
    /// One row for each class of halves.
    pub(super) halves: Range<usize>,
}

/// A layer: weights by input and then by output, biases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LayerLayout {
    pub(super) weights: Range<usize>,
    pub(super) biases: Range<usize>,
}

/// The layers after the tables. Ranges count from the start of the head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct HeadLayout {
    pub(super) regions: [LayerLayout; REGION_KINDS],
    pub(super) first: LayerLayout,
    pub(super) second: LayerLayout,
    pub(super) output: LayerLayout,
}

/// The policy after its table. Ranges count from the start of the head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PolicyLayout {
    /// Contribution of each channel of a square to the logit of a move, by the place of the square relative
    /// to the move.
    pub(super) output: Range<usize>,
    /// Contribution by distance to the opponent's last move; directly after `output`.
    pub(super) near_last: Range<usize>,
    /// Contribution by distance to the own last move; directly after `near_last`.
    pub(super) near_own: Range<usize>,
    /// Layer from the sums over squares to the context.
    pub(super) context: LayerLayout,
    /// Change of each of the numbers above by each output of the context.
    pub(super) changes: Range<usize>,
}

/// Layout of a network with heads of layout `H`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layout<H> {
    pub(super) rule: Rule,
    /// One table for both colours, or one for each.
    pub(super) tables: Vec<TableLayout>,
    /// Start of each head in the list: one for both sides to move, or one for each.
    pub(super) heads: Vec<usize>,
    pub(super) head: H,
    pub(super) head_len: usize,
    pub(super) groups: Vec<Group>,
    pub(super) len: usize,
}

/// Allocates consecutive ranges.
struct Allocator {
    groups: Vec<Group>,
    /// Origin of the ranges.
    base: usize,
    end: usize,
}

impl Allocator {
    fn take(&mut self, name: &'static str, len: usize, limit: f32, spread: f32) -> Range<usize> {
        let range = self.end..self.end + len;
        self.end = range.end;
        self.groups.push(Group { name, range: range.clone(), limit, spread, is_own: false });
        range.start - self.base..range.end - self.base
    }

    fn table(&mut self, rule: Rule, width: usize) -> TableLayout {
        let classes = PatternTable::of(rule).classes().count();
        let own = self.take("rows", row_count(rule) * width, 2.0 * MAX_ROW, 0.0);
        if let Some(group) = self.groups.last_mut() {
            group.is_own = true;
        }
        let shapes = self.take("shapes", SHAPE_COUNT * SHAPE_COUNT * width, MAX_ROW, 0.1);
        let halves = self.take("halves", classes * width, MAX_ROW, 0.05);
        TableLayout { own, shapes, halves }
    }

    fn layer(&mut self, names: [&'static str; 2], inputs: usize, outputs: usize, spread: f32) -> LayerLayout {
        let weights = self.take(names[0], inputs * outputs, MAX_WEIGHT, spread);
        LayerLayout { weights, biases: self.take(names[1], outputs, MAX_BIAS, 0.0) }
    }
}

impl Layout<HeadLayout> {
    /// The value network with `channels` channels per square.
    pub(super) fn value(rule: Rule, channels: usize) -> Self {
        Self::new(rule, channels / 2, |all| HeadLayout::new(all, channels))
    }
}

impl Layout<PolicyLayout> {
    /// The policy network with `channels` channels.
    pub(super) fn policy(rule: Rule, channels: usize) -> Self {
        Self::new(rule, channels, |all| PolicyLayout::new(all, channels))
    }
}

impl<H> Layout<H> {
    fn new(rule: Rule, width: usize, mut make: impl FnMut(&mut Allocator) -> H) -> Self {
        let views = view_count(rule);
        let mut all = Allocator { groups: Vec::new(), base: 0, end: 0 };
        let tables = (0..views).map(|_| all.table(rule, width)).collect();
        let mut heads = vec![all.end];
        all.base = all.end;
        let head = make(&mut all);
        let head_len = all.end - all.base;
        for _ in 1..views {
            heads.push(all.end);
            all.base = all.end;
            make(&mut all);
        }
        Self { rule, tables, heads, head, head_len, groups: all.groups, len: all.end }
    }

    /// Number of parameters of all heads.
    pub(super) fn heads_len(&self) -> usize {
        self.heads.len() * self.head_len
    }
}

/// Number of policy weights that depend on the position.
pub(super) const fn policy_numbers(channels: usize) -> usize {
    PLACES * channels + 2 * DISTANCE_CLASSES
}

impl PolicyLayout {
    /// The policy weights that depend on the position.
    pub(super) fn numbers(&self) -> Range<usize> {
        self.output.start..self.near_own.end
    }

    fn new(all: &mut Allocator, channels: usize) -> Self {
        let output = all.take("policy weights", channels, MAX_POLICY_WEIGHT, 0.1);
        let lines = all.take("line weights", (PLACES - 1) * channels, MAX_POLICY_WEIGHT, 0.0);
        Self {
            output: output.start..lines.end,
            near_last: all.take("last move", DISTANCE_CLASSES, MAX_NEAR, 0.0),
            near_own: all.take("own last move", DISTANCE_CLASSES, MAX_NEAR, 0.0),
            context: LayerLayout {
                weights: all.take("context weights", channels * HIDDEN, MAX_CONTEXT_WEIGHT, 0.1),
                biases: all.take("context biases", HIDDEN, MAX_BIAS, 0.1),
            },
            changes: all.take("changes", HIDDEN * policy_numbers(channels), MAX_CHANGE, 0.0),
        }
    }
}

impl HeadLayout {
    fn new(all: &mut Allocator, channels: usize) -> Self {
        let regions = std::array::from_fn(|_| {
            let weights = all.take("region weights", channels * HIDDEN, MAX_SUM_WEIGHT, 0.1);
            LayerLayout { weights, biases: all.take("region biases", HIDDEN, MAX_BIAS, 0.0) }
        });
        let global = all.take("global weights", channels * HIDDEN, MAX_SUM_WEIGHT, 0.03);
        let rest = all.layer(["first weights", "first biases"], REGION_KINDS * HIDDEN, HIDDEN, 0.1);
        let first = LayerLayout { weights: global.start..rest.weights.end, biases: rest.biases };
        let second = all.layer(["second weights", "second biases"], HIDDEN, HIDDEN, 0.25);
        let output = all.layer(["output weights", "output bias"], HIDDEN, 1, 0.0);
        Self { regions, first, second, output }
    }
}

/// The parts of the rows of a colour's table.
///
/// Rare windows would learn their rows from a handful of positions. The parts that they share with frequent
/// ones, the shapes that a move makes and the half-windows, are learned from all of them.
#[derive(Debug)]
pub(super) struct Factors {
    /// Shape pair of each row.
    shapes: Vec<u16>,
    /// Half classes of each row.
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

    /// Computes the rows, `width` numbers each, and a row of zeros after them. Numbers are clamped to the
    /// range of a byte, and rounded with `is_rounded`.
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

    /// Computes the gradient of the parts from that of the rows.
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
