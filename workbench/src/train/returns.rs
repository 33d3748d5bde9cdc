//! What each position of a game turned out to be worth.

use super::scales::{Scales, result};
use crate::training_games::{PlyKind, TrainingGame};

/// The TD returns of all plies for their movers: a blend of the searched score and of what the next ply turned out to be
/// worth, with the share `lambda` for the latter; the result follows the last ply. A move that was not searched says
/// nothing about the position before it, so the score before it stands alone. `None` where the ply was not searched.
pub(super) fn returns(game: &TrainingGame, scales: &Scales, lambda: f32) -> Vec<Option<f32>> {
    let mut next = Some(1.0 - result(game.winner, game.plies.len()));
    // What the ply behind the last one would be worth to its own mover.
    next = next.map(|value| 1.0 - value);
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
            others: Vec::new(),
            winner: Some(Color::White),
        };
        let found = returns(&game, &Scales::default(), 0.5);
        assert_eq!(
            found,
            [None, Some(0.5), None, Some(0.625), Some(0.25), Some(1.0)].map(|v: Option<f32>| v)
        );
    }
}
