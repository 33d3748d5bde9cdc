//! Games as animations.

use anyhow::{Context, Result};

use crate::drawing::{BoardView, EndMarks, board_svg, ended_svg, gif_from_svgs};
use rustgomo::board::{Board, square_name};
use rustgomo::record::GameRecord;
use rustgomo::rules::{move_end, winning_rows};

/// Time of the last position on the screen, in milliseconds.
const LAST_MS: u16 = 4_000;

/// A drawn game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Animation {
    /// The GIF.
    pub gif: Vec<u8>,
    /// Number of moves, up to the end of the game.
    pub moves: usize,
}

/// Draws a game as a GIF: the position before the first move, then one picture a move, each for `delay_ms`; the last one
/// stays for four seconds if that is longer. A game that is not continuous ends with the first winning row, which is marked, or forbidden
/// move. `has_numbers` shows the numbers of the moves.
pub fn animate(game: &GameRecord, delay_ms: u16, has_numbers: bool) -> Result<Animation> {
    let mut pictures: Vec<(String, u16)> =
        pictures(game, has_numbers)?.into_iter().map(|picture| (picture, delay_ms)).collect();
    if let Some((_, ms)) = pictures.last_mut() {
        *ms = LAST_MS.max(delay_ms);
    }
    let gif = gif_from_svgs(&pictures)?;
    Ok(Animation { gif, moves: pictures.len() - 1 })
}

fn pictures(game: &GameRecord, has_numbers: bool) -> Result<Vec<String>> {
    fn view(board: &Board, has_numbers: bool) -> BoardView<'_> {
        BoardView { has_numbers, ..BoardView::new(board) }
    }
    let mut board = game.start().context("move 0, set-up")?;
    let mut pictures = vec![board_svg(&view(&board, has_numbers))];
    for (square, number) in game.squares().zip(1..) {
        let mover = board.side_to_move();
        let end = if board.is_empty(square) { move_end(&board, game.rule, mover, square) } else { None };
        let name = || format!("move {number}, {}", square_name(square, game.size));
        board.play(square).with_context(name)?;
        if let Some(end) = end.filter(|_| !game.continuous) {
            let foul = end.foul().is_some();
            let rows = if foul { Vec::new() } else { winning_rows(&board, game.rule) };
            let row = rows.into_iter().flat_map(|row| row.squares).collect();
            let end = EndMarks { row, foul: foul.then_some(square) };
            pictures.push(ended_svg(&view(&board, has_numbers), &end));
            break;
        }
        pictures.push(board_svg(&view(&board, has_numbers)));
    }
    Ok(pictures)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustgomo::record::read_bytes;
    use rustgomo::rules::Rule;

    /// Rings and crosses of the pictures of a game.
    fn marks(moves: &str, rule: Rule, is_continuous: bool) -> Vec<(usize, usize)> {
        let game = read_bytes(moves.as_bytes(), rule).unwrap().remove(0);
        let game = GameRecord { continuous: is_continuous, ..game };
        let count = |picture: String| {
            let count = |paint: &str| picture.matches(paint).count();
            (count("fill=\"none\" stroke=\"#d8321f\""), count("stroke=\"#c81e1e\"") / 2)
        };
        pictures(&game, false).unwrap().into_iter().map(count).collect()
    }

    #[test]
    fn the_last_picture_shows_how_the_game_ended() {
        let won = "h8 a1 i8 a2 j8 a3 k8 a4 l8";
        let row = [vec![(0, 0); 9], vec![(5, 0)]].concat();
        assert_eq!(marks(won, Rule::Renju, false), row);
        assert_eq!(marks(&format!("{won} a5"), Rule::Renju, false), row, "moves after the end");
        assert_eq!(marks(&format!("{won} a5"), Rule::Renju, true), [(0, 0); 11]);
        let fork = "c5 a1 d5 b3 e3 m1 e4 o7 e5 h8";
        assert_eq!(marks(fork, Rule::Renju, false), [vec![(0, 0); 9], vec![(0, 1)]].concat());
        assert_eq!(marks(fork, Rule::Standard, false), [(0, 0); 11]);
    }
}
