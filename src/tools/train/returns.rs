//! What each position of a game turned out to be worth.

use crate::eval::Score;
use crate::geometry::Color;
use crate::record::training::{PlyKind, TrainingGame};

/// Centi-units of one step on the logistic scale: searched scores predict results best at about this one.
const SCORE_SCALE: f32 = 160.0;

/// The share of a win that a searched score promises to its side, exact for proven results.
fn expectation(centi: i16) -> f32 {
    let score = Score::from_centi(centi);
    if score.plies_to_win().is_some() {
        1.0
    } else if score.plies_to_loss().is_some() {
        0.0
    } else {
        1.0 / (1.0 + (-f32::from(centi) / SCORE_SCALE).exp())
    }
}

/// The game's result for the side that moves at a ply.
pub(super) fn result(winner: Option<Color>, ply: usize) -> f32 {
    let mover = mover(ply);
    winner.map_or(0.5, |winner| if winner == mover { 1.0 } else { 0.0 })
}

/// Who moves at a ply of a game from the empty board.
pub(super) const fn mover(ply: usize) -> Color {
    if ply.is_multiple_of(2) { Color::Black } else { Color::White }
}

/// The TD returns of all plies for their movers: a blend of the searched score and of what the next ply turned out to be
/// worth, with the share `lambda` for the latter; the result follows the last ply. A move that was not searched says
/// nothing about the position before it, so the score before it stands alone. `None` where the ply was not searched.
pub(super) fn returns(game: &TrainingGame, lambda: f32) -> Vec<Option<f32>> {
    let mut next = Some(1.0 - result(game.winner, game.plies.len()));
    // What the ply behind the last one would be worth to its own mover.
    next = next.map(|value| 1.0 - value);
    let mut found = vec![None; game.plies.len()];
    for (ply, slot) in game.plies.iter().zip(&mut found).rev() {
        let PlyKind::Searched(score) = ply.kind else {
            next = None;
            continue;
        };
        let own = expectation(score);
        let value = next.map_or(own, |next| (1.0 - lambda) * own + lambda * (1.0 - next));
        *slot = Some(value);
        next = *slot;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{BoardSize, Square};
    use crate::record::training::PlyRecord;
    use crate::rules::Rule;

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
        let found = returns(&game, 0.5);
        assert_eq!(
            found,
            [None, Some(0.5), None, Some(0.625), Some(0.25), Some(1.0)].map(|v: Option<f32>| v)
        );
    }
}
