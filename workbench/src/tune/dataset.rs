//! Games turned into counts of pattern4s.

use rayon::prelude::*;

use crate::training_games::TrainingGame;
use rustgomo::board::{GOLDEN, mix};
use rustgomo::eval::classical::{Role, evaluate};
use rustgomo::geometry::Color;
use rustgomo::pattern::{PatternTable, Shape, ShapeQuad};
use rustgomo::position::Position;
use rustgomo::rules::Rule;
use rustgomo::threat::{VcfSolver, Verdict};

/// Pattern4Table of one colour in one role have so many slots.
pub(super) const GROUP: usize = 2048;
/// One game in so many is kept for judging the fit.
const HELD_OUT: u64 = 10;
/// Attacking moves within which a win by fours keeps a position out of the fit. The search spends less on
/// them at its leaves (`vcf_leaf`) and a little more at inner nodes (`vcf_node`).
const VCF_BUDGET: u32 = 40;
/// Memory of the searches for them, as a power of two.
const VCF_TABLE_BITS: u32 = 10;

/// One position: which weights count how often, and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// Slots of the weights with their counts; those of the waiting side are negative.
    pub counts: Vec<(u16, i16)>,
    /// The side to move.
    pub mover: Color,
    /// 1 if the side to move won, 0 if it lost, 0.5 for a draw.
    pub result: f32,
    /// The searched score, centi-units.
    pub score: i16,
    /// The present evaluation, centi-units.
    pub present: i16,
}

/// Positions to learn from and positions to judge by, from different games.
#[derive(Clone, Debug, Default)]
pub struct Dataset {
    /// To learn from.
    pub training: Vec<Sample>,
    /// To judge by.
    pub held_out: Vec<Sample>,
}

impl Dataset {
    /// Takes the positions of one rule's games where a search would ask for the evaluation.
    pub fn new(rule: Rule, games: &[TrainingGame]) -> Self {
        let parts = |keep_out: bool| {
            let chosen = games.par_iter().filter(|game| game.rule == rule);
            let chosen = chosen.filter(|game| is_held_out(game.number) == keep_out);
            chosen.flat_map_iter(samples).collect()
        };
        Self { training: parts(false), held_out: parts(true) }
    }
}

/// Whether a game judges the fit. Rules follow each other in self-play, so a game's number alone would go by
/// its rule.
const fn is_held_out(number: u64) -> bool {
    mix(number.wrapping_add(GOLDEN)).is_multiple_of(HELD_OUT)
}

fn samples(game: &TrainingGame) -> Vec<Sample> {
    let mut found = Vec::new();
    let mut solver = VcfSolver::new(VCF_TABLE_BITS);
    game.replay(|board, _, score| {
        let mut position = Position::new(board, game.rule);
        if is_evaluated(&mut position, &mut solver) {
            found.push(sample(&position, game.winner, score));
        }
    });
    found
}

/// Whether the search would ask for the evaluation, because it finds no five, open four or win by fours first.
fn is_evaluated(position: &mut Position, solver: &mut VcfSolver) -> bool {
    position.is_undecided() && !matches!(solver.solve(position, VCF_BUDGET, &|| false), Verdict::Win(_))
}

fn sample(position: &Position, winner: Option<Color>, score: i16) -> Sample {
    let mover = position.side_to_move();
    let result = winner.map_or(0.5, |winner| if winner == mover { 1.0 } else { 0.0 });
    let mut counts = Vec::new();
    for (color, role) in [(mover, Role::ToMove), (mover.opponent(), Role::Waiting)] {
        let mut count = vec![0; GROUP];
        for square in position.board().empty() {
            count[position.pattern4_index(square, color) as usize] += 1;
        }
        let sign = if role == Role::ToMove { 1 } else { -1 };
        let first = group(position.rule(), color, role) * GROUP;
        let table = position.table().pattern4s(color);
        for (number, &times) in count.iter().enumerate().filter(|&(_, &times)| times > 0) {
            let is_foul = table.get(number as u16).is_certain_foul();
            if !is_foul && !is_idle(table.shapes()[number]) {
                counts.push(((first + number) as u16, sign * times));
            }
        }
    }
    Sample { counts, mover, result, score, present: evaluate(position).centi() }
}

/// Whether a pattern4 is only room for rows without a stone near: it would count the squares of the board, on
/// whose size no weight may depend.
pub(super) fn is_idle(shapes: ShapeQuad) -> bool {
    shapes.iter().all(|&shape| shape <= Shape::One)
}

/// Number of the group of weights: both colours share them unless the rule treats them differently.
pub(super) fn group(rule: Rule, color: Color, having: Role) -> usize {
    let table = if rule.treats_colors_alike() { 0 } else { color.index() };
    2 * table + having as usize
}

/// Groups of weights under a rule.
pub(super) fn group_count(rule: Rule) -> usize {
    group(rule, Color::White, Role::Waiting) + 1
}

/// The shapes of all pattern4s, by number.
pub(super) fn quads(rule: Rule) -> &'static [ShapeQuad] {
    PatternTable::of(rule).pattern4s(Color::Black).shapes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_game_in_ten_is_held_out_whatever_rules_take_turns_with_its_own() {
        for rules in 1..=10 {
            for first in 0..rules {
                let count = (0..1000).filter(|game| is_held_out(first + rules * game)).count();
                assert!((60..=140).contains(&count), "{count} of 1000 from {first} in steps of {rules}");
            }
        }
    }
}
