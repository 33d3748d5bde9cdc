//! Targets of positions: TD returns of searched scores, which are calibrated by the results of games.
//!
//! Networks are trained on the scores of their predecessors. A scale that overestimates their certainty would
//! grow from generation to generation, most of all on full boards, where games are drawn that a score calls
//! won. So the scale is measured for each file of games and each stage of the game.

use rayon::prelude::*;

use super::arithmetic::{cross_entropy, sigmoid};
use crate::developers::golden_section;
use crate::training_games::{PlyKind, TrainingGame};
use rustgomo::eval::{CENTI_PER_LOGIT, Score};
use rustgomo::geometry::Color;

/// Number of stages of a game.
pub(crate) const STAGES: usize = STAGE_ENDS.len();
/// Their upper bounds in stones; the last one is open.
const STAGE_ENDS: [usize; 7] = [16, 24, 40, 60, 90, 120, usize::MAX];
/// Range of the scale in centi-units per logit.
const RANGE: (f32, f32) = (60.0, 4000.0);
/// Iterations of the search for the best scale.
const ROUNDS: u32 = 14;
/// Minimum number of scores of a stage; otherwise it has the scale of the previous one.
const FEWEST: usize = 500;
/// The scale without games: that of a network's output.
const DEFAULT: f32 = CENTI_PER_LOGIT as f32;

/// For each stage of the game the scale, in centi-units per logit, at which scores predict results best.
#[derive(Clone, Debug, PartialEq)]
pub struct Scales([f32; STAGES]);

impl Default for Scales {
    fn default() -> Self {
        Self([DEFAULT; STAGES])
    }
}

impl Scales {
    /// Measures the scales by the scores after the last random move of each game.
    pub fn of(games: &[TrainingGame]) -> Self {
        let mut scores: [Vec<(f32, f32)>; STAGES] = Default::default();
        for game in games {
            for (ply, record) in game.plies.iter().enumerate().rev() {
                let PlyKind::Searched(centi) = record.kind else { break };
                if !Score::from_centi(centi).is_decided() {
                    scores[stage(ply)].push((f32::from(centi), result(game.winner, ply)));
                }
            }
        }
        let mut last = DEFAULT;
        Self(scores.map(|scores| {
            if scores.len() >= FEWEST {
                last = best_scale(&scores);
            }
            last
        }))
    }

    /// The expected result of a searched score for its side, exact for proven results.
    pub(super) fn expectation(&self, centi: i16, ply: usize) -> f32 {
        let score = Score::from_centi(centi);
        if score.plies_to_win().is_some() {
            1.0
        } else if score.plies_to_loss().is_some() {
            0.0
        } else {
            sigmoid(f32::from(centi) / self.0[stage(ply)])
        }
    }

    /// The scales from the first stage to the last.
    pub fn numbers(&self) -> &[f32] {
        &self.0
    }
}

/// The result of the game for the side to move at a ply.
pub(super) fn result(winner: Option<Color>, ply: usize) -> f32 {
    let mover = mover(ply);
    winner.map_or(0.5, |winner| if winner == mover { 1.0 } else { 0.0 })
}

/// The side to move at a ply of a game from the empty board.
pub(super) const fn mover(ply: usize) -> Color {
    if ply.is_multiple_of(2) { Color::Black } else { Color::White }
}

pub(crate) fn stage(stones: usize) -> usize {
    STAGE_ENDS.iter().position(|&end| stones < end).unwrap_or(0)
}

fn best_scale(scores: &[(f32, f32)]) -> f32 {
    let cost = |scale: f32| {
        // Sums of chunks in order, so that the result does not depend on the number of threads.
        let chunks = scores.par_chunks(4096);
        let sums = chunks.map(|chunk| chunk.iter().map(|&(s, r)| cross_entropy(r, s / scale)).sum::<f64>());
        sums.collect::<Vec<_>>().iter().sum()
    };
    golden_section::best_scale(RANGE, ROUNDS, cost)
}

/// The TD returns of all plies for their side to move: `1 - lambda` times the expected result of the searched
/// score plus `lambda` times the return of the next ply; the result of the game follows the last ply. Before
/// a move that was not searched the return is the score alone. `None` for plies that were not searched.
pub(super) fn returns(game: &TrainingGame, scales: &Scales, lambda: f32) -> Vec<Option<f32>> {
    // The return of the ply after the last one for its side to move.
    let mut next = Some(result(game.winner, game.plies.len()));
    let mut found = vec![None; game.plies.len()];
    for (number, (ply, slot)) in game.plies.iter().zip(&mut found).enumerate().rev() {
        let PlyKind::Searched(score) = ply.kind else {
            next = None;
            continue;
        };
        let own = scales.expectation(score, number);
        let value = next.map_or(own, |next| (1.0 - lambda) * own + lambda * (1.0 - next));
        *slot = Some(value);
        next = *slot;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training_games::PlyRecord;
    use rustgomo::geometry::{BoardSize, Color, Square};
    use rustgomo::rules::Rule;

    /// Games with a searched ply after `stones` stones, of which black, to move, wins `wins` percent.
    fn games(stones: usize, centi: i16, wins: u64) -> Vec<TrainingGame> {
        let mut random = fastrand::Rng::with_seed(3);
        let kinds = || (0..stones).map(|_| PlyKind::Opening).chain([PlyKind::Searched(centi)]);
        let game = |number| TrainingGame {
            number,
            rule: Rule::Freestyle,
            size: BoardSize::default(),
            plies: kinds().map(|kind| PlyRecord { square: Square::at(0, 0), kind }).collect(),
            winner: Some(if random.u64(..100) < wins { Color::Black } else { Color::White }),
        };
        (0..4000).map(game).collect()
    }

    #[test]
    fn scores_promise_what_followed_them_in_each_stage() {
        let scales = Scales::of(&[games(4, 300, 90), games(50, 300, 60)].concat());
        assert!((scales.expectation(300, 4) - 0.9).abs() < 0.02);
        assert!((scales.expectation(300, 50) - 0.6).abs() < 0.02);
        let later = scales.expectation(300, 70) - scales.expectation(300, 50);
        assert!(later.abs() < 1e-6, "no games: as the stage before");
        assert!(scales.expectation(29_995, 4) > 0.999);
    }

    #[test]
    fn without_games_a_score_promises_what_a_network_means_by_it() {
        assert!((Scales::of(&[]).expectation(200, 10) - 0.731).abs() < 1e-3);
    }

    #[test]
    fn returns_blend_scores_with_what_came_of_them_and_stop_at_random_moves() {
        let even = PlyKind::Searched(0);
        let kinds = [PlyKind::Opening, even, PlyKind::Random, even, even, PlyKind::Searched(29_999)];
        let plies = kinds.iter().enumerate();
        let plies = plies.map(|(i, &kind)| PlyRecord { square: Square::at(i as u8, 0), kind }).collect();
        let game = TrainingGame {
            number: 0,
            rule: Rule::Freestyle,
            size: BoardSize::default(),
            plies,
            winner: Some(Color::White),
        };
        let found = returns(&game, &Scales::default(), 0.5);
        assert_eq!(
            found,
            [None, Some(0.5), None, Some(0.625), Some(0.25), Some(1.0)].map(|v: Option<f32>| v)
        );
    }
}
