//! Games as animations.

use super::GamesError;
use crate::drawing::{BoardView, board_svg, gif_from_svgs};
use rustgomo::board::Board;
use rustgomo::record::GameRecord;

/// Time of the last position on the screen, in milliseconds.
const LAST_MS: u16 = 4_000;

/// Draws a game as a GIF: the position before the first move, then one picture a move, each for `delay_ms`; the last one
/// stays for four seconds if that is longer. `has_numbers` shows the numbers of the moves.
///
/// # Errors
/// [`GamesError::Moves`] if the moves are not on free squares, and [`GamesError::Picture`].
pub fn animate(game: &GameRecord, delay_ms: u16, has_numbers: bool) -> Result<Vec<u8>, GamesError> {
    let mut board = game.start().map_err(GamesError::Moves)?;
    let picture = |board: &Board| board_svg(&BoardView { has_numbers, ..BoardView::new(board) });
    let mut pictures = vec![(picture(&board), delay_ms)];
    for square in game.squares() {
        board.play(square).map_err(GamesError::Moves)?;
        pictures.push((picture(&board), delay_ms));
    }
    if let Some((_, ms)) = pictures.last_mut() {
        *ms = LAST_MS.max(delay_ms);
    }
    gif_from_svgs(&pictures).map_err(GamesError::Picture)
}
