//! The board and the side to move.

use super::FileError;
use crate::board::Cell;
use crate::engine::Game;
use crate::geometry::{BoardSize, Color};

/// Reads the board and the side to move, ignoring blanks and empty lines.
///
/// Managers disagree on `x`: it is the first player, or always the side to move. So the side to move is black
/// with equal numbers of stones and white with one less; the letter decides only for other numbers, and with
/// dead squares, which were stones.
pub(super) fn read(board: &str, mover: &str) -> Result<Game, FileError> {
    let is_kept = |line: &&str| !line.is_empty();
    let rows: Vec<&str> = board.lines().map(str::trim).filter(is_kept).collect();
    let width = rows.first().map_or(0, |row| row.chars().count());
    let ragged = rows.iter().map(|row| row.chars().count()).enumerate().find(|&(_, found)| found != width);
    if let Some((row, found)) = ragged {
        return Err(FileError::Ragged { row: row + 1, expected: width, found });
    }
    let size = BoardSize::new(width as i64, rows.len() as i64)?;
    let cell = |row, symbol| {
        Cell::of_symbol(if symbol == '-' { '.' } else { symbol }).ok_or(FileError::Symbol { row })
    };
    let numbered = (1..).zip(&rows).flat_map(|(row, text)| text.chars().map(move |symbol| (row, symbol)));
    let cells: Vec<Cell> = numbered.map(|(row, symbol)| cell(row, symbol)).collect::<Result<_, _>>()?;
    let named = match mover.trim().chars().next() {
        Some('x' | 'X') => Color::Black,
        Some('o' | 'O') => Color::White,
        _ => return Err(FileError::Mover),
    };
    let mover = color(&cells, named);
    let stone = |(square, &cell)| match cell {
        Cell::Empty => None,
        Cell::Wall => Some((square, None)),
        cell if cell == Cell::stone(named) => Some((square, Some(mover))),
        Cell::Black | Cell::White => Some((square, Some(mover.opponent()))),
    };
    Ok(Game::from_stones(size, size.squares().zip(&cells).filter_map(stone), mover))
}

fn color(cells: &[Cell], named: Color) -> Color {
    let count = |wanted| cells.iter().filter(|&&cell| cell == wanted).count();
    let [mine, theirs] = [named, named.opponent()].map(|color| count(Cell::stone(color)));
    match theirs.checked_sub(mine) {
        _ if count(Cell::Wall) > 0 => named,
        Some(0) => Color::Black,
        Some(1) => Color::White,
        _ => named,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Square;

    const BOARD: &str = "\r\n--x--\r\n-----\r\n-o-x-\r\n-----\r\n-----\r\n\r\n";

    fn mover(board: &str, text: &str) -> Option<Color> {
        read(board, text).ok().map(|game| game.board().side_to_move())
    }

    #[test]
    fn the_numbers_of_stones_tell_the_colour_of_the_mover() {
        assert_eq!(mover(BOARD, "o\r\n"), Some(Color::White));
        let game = read(BOARD, "o").unwrap();
        assert_eq!(game.board().color_at(Square::at(1, 2)), Some(Color::White));
        // The judge calls the mover x, also when the mover is white.
        let judged = BOARD.replace('x', "y").replace('o', "x").replace('y', "o");
        assert_eq!(mover(&judged, "x"), Some(Color::White));
        assert_eq!(mover(&BOARD.replace("-o-x-", "-o---"), "x"), Some(Color::Black));
        assert_eq!(mover(&BOARD.replace("-o-x-", "-o-#-"), "o"), Some(Color::White));
    }

    #[test]
    fn what_is_no_board_is_refused() {
        assert!(matches!(read(BOARD, "y"), Err(FileError::Mover)));
        let ragged = BOARD.replacen("-----", "----", 1);
        assert!(matches!(read(&ragged, "x"), Err(FileError::Ragged { row: 2, expected: 5, found: 4 })));
        assert!(matches!(read(&BOARD.replace('o', "q"), "x"), Err(FileError::Symbol { row: 3 })));
        assert!(matches!(read("", "x"), Err(FileError::Size(_))));
    }
}
