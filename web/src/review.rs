//! Games that a page has searched position by position.

use rustgomo::board::parse_squares;
use rustgomo::eval::Score;
use rustgomo::report::{EndReport, GameReport, SearchedPosition};

use crate::Game;
use crate::position::json;

/// The report of a game up to the position that was searched last, as JSON. `lines` are the best lines of the
/// positions from the first one on, with a slash between them as in `h8i9/i9/j10h8`, and `scores` are theirs
/// in centi-units; a position without a line is the end of the game and has the score of that.
///
/// # Errors
/// A sentence if a line is none.
pub fn review(game: &Game, lines: &str, scores: &[i16]) -> Result<String, String> {
    let Game { rule, end, board } = game;
    let end = end.as_ref().map(|end| EndReport::new(end, board).score(board.side_to_move()));
    let mut boards = vec![board.clone()];
    let mut board = board.clone();
    while board.undo().is_some() {
        boards.push(board.clone());
    }
    let mut squares = Vec::new();
    for line in lines.split('/') {
        squares.push(parse_squares(line, board.size()).map_err(|error| format!("lines: {error}"))?);
    }
    let mut searched = Vec::new();
    for ((board, line), &score) in boards.iter().rev().zip(&squares).zip(scores) {
        let score = Score::stored(score).filter(|_| !line.is_empty()).or(end).unwrap_or_default();
        searched.push(SearchedPosition { board, score, line });
    }
    Ok(json(&GameReport::new(*rule, &searched)))
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn reviewed(rule: &str, moves: &str, lines: &str, scores: &[i16]) -> Result<Value, String> {
        let report = review(&Game::new(rule, "15", moves).unwrap(), lines, scores)?;
        Ok(serde_json::from_str(&report).unwrap())
    }

    #[test]
    fn a_game_has_its_marks_and_the_course_of_its_win_rate() {
        let report = reviewed("freestyle", "a1", "h8i9/i9", &[20, 400]).unwrap();
        assert_eq!(
            (&report["moves"][0]["mark"], &report["black_marks"]["blunders"]),
            (&"??".into(), &1.into())
        );
        assert_eq!(report["moves"][0]["best_line"], serde_json::json!(["h8", "i9"]));
        let rates = [0, 1].map(|ply| report["positions"][ply]["black_win_rate"].as_f64().unwrap());
        assert!(rates[0] > 0.5 && rates[1] < 0.2, "{rates:?}");
    }

    #[test]
    fn a_position_without_a_line_has_the_score_of_the_end() {
        let lines = "g7/".repeat(9);
        let forbidden = reviewed("renju", "h8a1h9a2i10a3j10a4h10", &lines, &[0; 10]).unwrap();
        let last = &forbidden["moves"][8];
        assert_eq!((&last["foul"], &last["mark"]), (&"double three".into(), &"??".into()));
        let won = reviewed("freestyle", "h8a1i8a2j8a3k8a4l8", &lines, &[0; 10]).unwrap();
        assert_eq!(
            (&won["moves"][8]["mark"], &won["positions"][9]["black_win_rate"]),
            (&"".into(), &1.0.into())
        );
    }

    #[test]
    fn a_game_is_reviewed_as_far_as_it_was_searched() {
        let report = reviewed("renju", "h8i9j10", "h8/i9", &[0, 0]).unwrap();
        let counts = ["moves", "positions"].map(|key| report[key].as_array().unwrap().len());
        assert_eq!(counts, [1, 2]);
        assert!(reviewed("renju", "h8", "h8/z99", &[0, 0]).unwrap_err().contains("\"z99\""));
    }
}
