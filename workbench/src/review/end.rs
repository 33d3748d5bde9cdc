//! The end of a game on the board.

use serde::Serialize;

use crate::analyze::{FinishedGame, Subject, SubjectError};
use rustgomo::board::{Board, square_name};
use rustgomo::geometry::Color;
use rustgomo::record::{GameRecord, GameResult};
use rustgomo::rules::{MoveEnd, move_end};

/// The end of a game by a winning row, a forbidden move or a full board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReviewedEnd {
    /// Number of the move that ended the game, from 1; 0 if the set-up stones did.
    pub number: usize,
    /// The result as in records.
    pub result: &'static str,
    /// The end as a sentence.
    pub sentence: String,
    /// Why the last move was forbidden, if it was.
    pub foul: Option<&'static str>,
    /// The winning rows, each from one end to the other.
    pub rows: Vec<Vec<String>>,
}

impl ReviewedEnd {
    fn finished(number: usize, finished: FinishedGame) -> Self {
        let (sentence, result) = (finished.sentence(), finished.result);
        Self { number, result, sentence, foul: None, rows: finished.rows }
    }
}

/// The board after the move that ended a game, with the end; else the board after all moves. Moves after the
/// end are ignored.
///
/// # Errors
/// [`SubjectError::Occupied`] for moves on occupied squares, also after the end.
pub(super) fn find_end(game: &GameRecord) -> Result<(Board, Option<ReviewedEnd>), SubjectError> {
    Subject::from_game(game, Some(game.moves.len()))?;
    let mut board = game.start().map_err(SubjectError::Setup)?;
    if let Some(finished) = FinishedGame::of(&board, game.rule) {
        return Ok((board, Some(ReviewedEnd::finished(0, finished))));
    }
    for (square, number) in game.squares().zip(1..) {
        let end = move_end(&board, game.rule, board.side_to_move(), square);
        // The squares were checked.
        if board.play(square).is_err() {
            break;
        }
        if let Some(MoveEnd::Foul(foul)) = end {
            let foul = foul.name();
            let result = GameResult::Win(Color::White).name();
            let name = square_name(square, game.size);
            let sentence = format!("white has won, because move {number}, {name}, was forbidden: {foul}");
            let end = ReviewedEnd { number, result, sentence, foul: Some(foul), rows: Vec::new() };
            return Ok((board, Some(end)));
        }
        if let Some(finished) = end.and_then(|_| FinishedGame::of(&board, game.rule)) {
            return Ok((board, Some(ReviewedEnd::finished(number, finished))));
        }
    }
    Ok((board, None))
}
