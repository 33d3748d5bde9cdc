//! Boards in a terminal.

use std::io::{self, Write};

use super::BoardView;
use rustgomo::board::Cell;
use rustgomo::geometry::{Color, Square};

/// ANSI 256-colour codes: text on wood, a black stone, a white stone, a forbidden square.
const WOOD: &str = "\x1b[38;5;94;48;5;179m";
const BLACK_STONE: &str = "\x1b[38;5;16;48;5;179m";
const WHITE_STONE: &str = "\x1b[38;5;231;48;5;179m";
const BLACK_NUMBER: &str = "\x1b[38;5;231;48;5;16m";
const WHITE_NUMBER: &str = "\x1b[38;5;16;48;5;231m";
const FOUL: &str = "\x1b[38;5;160;48;5;179m";
const RESET: &str = "\x1b[0m";

/// Draws a board: `X` black, `O` white, the last stone in brackets, `!` forbidden squares, numbers for the
/// variation; with colours, stones are discs.
pub fn write_board(out: &mut dyn Write, view: &BoardView<'_>, has_colors: bool) -> io::Result<()> {
    let size = view.board.size();
    for y in 0..size.height() {
        let row = size.height() - y;
        let mut line = format!("{row:>2} ");
        for x in 0..size.width() {
            let (style, text) = cell(view, Square::at(x, y), has_colors);
            let (before, after) = if has_colors { (style, RESET) } else { ("", "") };
            line.extend([before, &text, after]);
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    let letters: Vec<String> = (0..size.width()).map(|x| format!(" {} ", char::from(b'a' + x))).collect();
    writeln!(out, "   {}", letters.concat().trim_end())
}

/// Colours and the three characters of a square.
fn cell(view: &BoardView<'_>, square: Square, has_colors: bool) -> (&'static str, String) {
    let board = view.board;
    if let Some(number) = view.number(square) {
        let is_black = (board.side_to_move() == Color::Black) == (number % 2 == 1);
        return (if is_black { BLACK_NUMBER } else { WHITE_NUMBER }, format!("{number:^3}"));
    }
    let (style, symbol) = match board.cell(square) {
        Cell::Black => (BLACK_STONE, if has_colors { '●' } else { 'X' }),
        Cell::White => (WHITE_STONE, if has_colors { '●' } else { 'O' }),
        Cell::Wall => (WOOD, '#'),
        Cell::Empty if view.forbidden.contains(&square) => (FOUL, '!'),
        Cell::Empty => (WOOD, if has_colors { '·' } else { '.' }),
    };
    let is_last = board.last_move() == Some(square);
    (style, if is_last { format!("({symbol})") } else { format!(" {symbol} ") })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustgomo::board::{Board, parse_square};
    use rustgomo::geometry::BoardSize;

    #[test]
    fn a_plain_board_shows_stones_fouls_and_the_variation() {
        let size = BoardSize::new(5, 5).unwrap();
        let at = |name: &str| parse_square(name, size).unwrap();
        let board = Board::with_moves(size, ["c3", "b2"].map(at)).unwrap();
        let (forbidden, variation) = ([at("a5")], [at("d4"), at("e5")]);
        let view = BoardView { forbidden: &forbidden, variation: &variation, ..BoardView::new(&board) };
        let mut out = Vec::new();
        write_board(&mut out, &view, false).unwrap();
        let expected = " 5  !  .  .  .  2\n 4  .  .  .  1  .\n 3  .  .  X  .  .\n 2  . (O) .  .  .\n 1  .  .  .  .  .\n    a  b  c  d  e\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
