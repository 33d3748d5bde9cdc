//! Checks of recorded games.

use anyhow::{Result, bail};

use crate::training_games::{PlyKind, TrainingGame};
use rustgomo::board::Board;
use rustgomo::eval::Score;
use rustgomo::geometry::Color;
use rustgomo::rules::{Outcome, is_forbidden, outcome};

/// Replays a game under the reference rules: all moves are legal, none follows the end, and the result agrees
/// with the board or the last proven score.
pub fn check(game: &TrainingGame) -> Result<()> {
    let mut board = Board::new(game.size);
    let mut state = Outcome::Unfinished;
    let wrong = |ply, what| bail!("game {}, move {ply}: {what}", game.number);
    for (i, ply) in game.plies.iter().enumerate() {
        if state != Outcome::Unfinished {
            return wrong(i + 1, "a move after the end of the game");
        }
        let mover = board.side_to_move();
        if !are_possible(&board, game, i) {
            return wrong(i + 1, "a line that cannot be played beside the move");
        }
        if !board.is_empty(ply.square) {
            return wrong(i + 1, "a stone on an occupied square");
        }
        if is_forbidden(&board, game.rule, mover, ply.square) {
            return wrong(i + 1, "a forbidden move");
        }
        if board.play(ply.square).is_err() {
            return wrong(i + 1, "a stone off the board");
        }
        state = outcome(&board, game.rule);
    }
    let is_right = match state {
        Outcome::Win(color) => game.winner == Some(color),
        Outcome::Draw => game.winner.is_none(),
        Outcome::Unfinished => agrees_with_last_score(game, board.side_to_move().opponent()),
    };
    if is_right { Ok(()) } else { wrong(game.plies.len(), "the result does not follow from the game") }
}

/// Whether the first moves of the other lines at a ply are legal and distinct, also from the searched move.
fn are_possible(board: &Board, game: &TrainingGame, ply: usize) -> bool {
    let mut seen = vec![game.plies[ply].square];
    game.others_at(ply).iter().all(|&(square, _)| {
        let is_new = !seen.contains(&square);
        seen.push(square);
        is_new && board.is_empty(square) && !is_forbidden(board, game.rule, board.side_to_move(), square)
    })
}

/// Whether the winner agrees with the last score: the winner of a proven score, else a draw.
fn agrees_with_last_score(game: &TrainingGame, last_mover: Color) -> bool {
    let Some(PlyKind::Searched(score)) = game.plies.last().map(|ply| ply.kind) else {
        return game.winner.is_none();
    };
    let score = Score::from_centi(score);
    let proved = if score.plies_to_win().is_some() {
        Some(last_mover)
    } else {
        score.plies_to_loss().map(|_| last_mover.opponent())
    };
    game.winner == proved
}
