//! Converts games to counts of Pattern4s.

use rayon::prelude::*;

use crate::training_games::TrainingGame;
use rustgomo::StopHandle;
use rustgomo::board::{GOLDEN, mix};
use rustgomo::eval::classical::{Role, evaluate};
use rustgomo::geometry::Color;
use rustgomo::pattern::{PatternTable, Shape, ShapeQuad};
use rustgomo::position::Position;
use rustgomo::rules::Rule;
use rustgomo::threat::{VcfSolver, Verdict};

/// Number of slots of the weights of one colour and role.
pub(super) const GROUP: usize = 2048;
/// One in this number of games is held out.
const HELD_OUT: u64 = 10;
/// Maximum number of attacking moves of the VCF search that excludes positions. The search uses fewer at its
/// leaves (`vcf_leaf`) and a few more at inner nodes (`vcf_node`).
const VCF_BUDGET: u32 = 40;
/// Size of the table of the VCF search as a power of two.
const VCF_TABLE_BITS: u32 = 10;

/// A position as counts of weights, with its targets.
#[derive(Clone, Debug, PartialEq)]
pub struct FitSample {
    /// Indices of weights with their counts; those of the opponent of the side to move are negative.
    pub counts: Vec<(u16, i16)>,
    /// The side to move.
    pub mover: Color,
    /// 1 if the side to move won, 0 if it lost, 0.5 for a draw.
    pub result: f32,
    /// The searched score in centi-units.
    pub score: i16,
    /// The current evaluation in centi-units.
    pub present: i16,
}

/// Training and held-out positions, from different games.
#[derive(Clone, Debug, Default)]
pub struct FitDataset {
    /// Training positions.
    pub training: Vec<FitSample>,
    /// Held-out positions.
    pub held_out: Vec<FitSample>,
}

impl FitDataset {
    /// The positions of the games of a rule in which a search would call the evaluation.
    pub fn new(rule: Rule, games: &[TrainingGame]) -> Self {
        let parts = |keep_out: bool| {
            let chosen = games.par_iter().filter(|game| game.rule == rule);
            let chosen = chosen.filter(|game| is_held_out(game.number) == keep_out);
            chosen.flat_map_iter(samples).collect()
        };
        Self { training: parts(false), held_out: parts(true) }
    }
}

/// Whether a game is held out. Self-play takes rules in turn, so a test of the number alone would select
/// single rules.
const fn is_held_out(number: u64) -> bool {
    mix(number.wrapping_add(GOLDEN)).is_multiple_of(HELD_OUT)
}

fn samples(game: &TrainingGame) -> Vec<FitSample> {
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

/// Whether the search would call the evaluation, since there is no five, open four or VCF.
fn is_evaluated(position: &mut Position, solver: &mut VcfSolver) -> bool {
    position.is_undecided()
        && !matches!(solver.solve(position, VCF_BUDGET, &StopHandle::new()), Verdict::Win(_))
}

fn sample(position: &Position, winner: Option<Color>, score: i16) -> FitSample {
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
    FitSample { counts, mover, result, score, present: evaluate(position).centi() }
}

/// Whether a Pattern4 has no stones near. Its count would depend on the size of the board, which weights must
/// not.
pub(super) fn is_idle(shapes: ShapeQuad) -> bool {
    shapes.iter().all(|&shape| shape <= Shape::One)
}

/// Index of the group of weights: the colours share one unless the rule treats them differently.
pub(super) fn group(rule: Rule, color: Color, having: Role) -> usize {
    let table = if rule.treats_colors_alike() { 0 } else { color.index() };
    2 * table + having as usize
}

/// Groups of weights under a rule.
pub(super) fn group_count(rule: Rule) -> usize {
    group(rule, Color::White, Role::Waiting) + 1
}

/// The shapes of all Pattern4s by index.
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
