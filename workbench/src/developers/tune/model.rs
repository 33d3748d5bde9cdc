//! The weights of the classical evaluation as sums of shared terms.

use super::dataset::{GROUP, group, group_count, is_idle, quads};
use rustgomo::eval::classical::{Role, Values, Weights};
use rustgomo::geometry::{ByColor, Color};
use rustgomo::pattern::SHAPE_COUNT;
use rustgomo::rules::Rule;

/// Terms of a group: one for each shape, each pair of best shapes and each Pattern4.
const PAIRS: usize = SHAPE_COUNT * SHAPE_COUNT;
const GROUP_PARTS: usize = SHAPE_COUNT + PAIRS + GROUP;
/// Maximum absolute weight in centi-units.
const MAX_WEIGHT: f32 = 3000.0;

/// All terms: the parameters of the fit. The last two are the tempo bonuses of black and white.
#[derive(Clone, Debug)]
pub struct Model {
    rule: Rule,
    pub(super) parts: Vec<f32>,
}

impl Model {
    /// Starts from the embedded weights of a rule.
    pub fn new(rule: Rule) -> Self {
        let mut model = Self { rule, parts: vec![0.0; group_count(rule) * GROUP_PARTS + 2] };
        let values = Values::of(rule);
        for color in Color::BOTH {
            for role in Role::BOTH {
                let first = group(rule, color, role) * GROUP_PARTS + SHAPE_COUNT + PAIRS;
                for number in 0..quads(rule).len() {
                    let value = values.squares(color).get(number as u16).get(role);
                    model.parts[first + number] = value as f32;
                }
            }
            let place = model.tempo_place(color);
            model.parts[place] = values.tempo(color) as f32;
        }
        model.share();
        model
    }

    /// Moves the mean of the single terms to the shared ones, in a few rounds.
    fn share(&mut self) {
        const ROUNDS: usize = 50;
        for group in 0..group_count(self.rule) {
            for _ in 0..ROUNDS {
                let mut sums = [(0.0, 0.0f32); SHAPE_COUNT];
                let own = group * GROUP_PARTS + SHAPE_COUNT + PAIRS;
                for (number, shapes) in quads(self.rule).iter().enumerate() {
                    for &shape in shapes {
                        let sum = &mut sums[shape as usize];
                        *sum = (sum.0 + self.parts[own + number] / 4.0, sum.1 + 1.0);
                    }
                }
                let means = sums.map(|(sum, count)| sum / count.max(1.0));
                for (shape, mean) in means.iter().enumerate() {
                    self.parts[group * GROUP_PARTS + shape] += mean;
                }
                for (number, shapes) in quads(self.rule).iter().enumerate() {
                    self.parts[own + number] -=
                        shapes.iter().map(|&shape| means[shape as usize]).sum::<f32>();
                }
            }
        }
    }

    pub(super) fn tempo_place(&self, color: Color) -> usize {
        let color = if self.rule.treats_colors_alike() { 0 } else { color.index() };
        self.parts.len() - 2 + color
    }

    /// Whether a term belongs to a single Pattern4 or a single pair.
    pub(super) fn is_own(&self, place: usize) -> bool {
        place < self.parts.len() - 2 && place % GROUP_PARTS >= SHAPE_COUNT
    }

    /// Calls `visit` with each weight and the indices of its terms.
    fn each_slot(&self, mut visit: impl FnMut(usize, [usize; 6])) {
        for group in 0..group_count(self.rule) {
            let first = group * GROUP_PARTS;
            for (number, shapes) in quads(self.rule).iter().enumerate() {
                let [a, b, c, d] = shapes.map(|shape| shape as usize);
                let pair = first + SHAPE_COUNT + c * SHAPE_COUNT + d;
                let own = first + SHAPE_COUNT + PAIRS + number;
                visit(group * GROUP + number, [first + a, first + b, first + c, first + d, pair, own]);
            }
        }
    }

    pub(super) fn weights(&self) -> Vec<f32> {
        let mut weights = vec![0.0; group_count(self.rule) * GROUP];
        self.each_slot(|slot, places| weights[slot] = places.iter().map(|&place| self.parts[place]).sum());
        weights
    }

    /// The gradient of the terms from those of the weights and of the tempo bonuses.
    pub(super) fn pull_back(&self, weights: &[f32], tempo: ByColor<f32>) -> Vec<f32> {
        let mut gradient = vec![0.0; self.parts.len()];
        self.each_slot(|slot, places| places.iter().for_each(|&place| gradient[place] += weights[slot]));
        for color in Color::BOTH {
            gradient[self.tempo_place(color)] += tempo[color];
        }
        gradient
    }

    /// The rounded weights for the engine.
    pub fn to_weights(&self) -> Weights {
        let mut result = Weights::default();
        let round = |value: f32| value.round().clamp(-MAX_WEIGHT, MAX_WEIGHT);
        let weights = self.weights();
        for (number, &shapes) in quads(self.rule).iter().enumerate() {
            let of = |color| {
                Role::BOTH.map(|role| round(weights[group(self.rule, color, role) * GROUP + number]) as i16)
            };
            let values = if is_idle(shapes) { ByColor::default() } else { ByColor(Color::BOTH.map(of)) };
            result.set(shapes, values);
        }
        let tempo = Color::BOTH.map(|color| round(self.parts[self.tempo_place(color)]) as i32);
        result.set_tempo(ByColor(tempo));
        result
    }
}
