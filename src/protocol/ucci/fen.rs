//! Positions: `fen FEN` or `startpos`, then moves.

use crate::board::{Cell, parse_square};
use crate::engine::Game;
use crate::geometry::{BoardSize, Color, MAX_AREA};

/// Reads the text after `position`; `None` if anything in it is invalid. `size` is that of `startpos`.
pub(super) fn position(text: &str, size: BoardSize) -> Option<Game> {
    let mut words = text.split_whitespace();
    let begins = words.next()?.to_ascii_lowercase();
    let stones = if begins == "fen" { words.next() } else { None };
    let next = words.clone().next().map(str::to_ascii_lowercase);
    let mut game = match (begins.as_str(), next.as_deref()) {
        ("startpos", None | Some("moves")) => Game::new(size),
        ("fen", Some("w")) => board(stones?, Color::White)?,
        ("fen", None | Some("b" | "moves")) => board(stones?, Color::Black)?,
        _ => return None,
    };
    // The fields of chess between side and moves have no meaning here.
    let moves = words.skip_while(|word| !word.eq_ignore_ascii_case("moves")).skip(1);
    let size = game.board().size();
    for word in moves {
        game.play(parse_square(word, size).ok()?).ok()?;
    }
    Some(game)
}

/// Reads the rows from the top, separated by `/`: `x` black, `o` white, `#` blocked, numbers for empty
/// squares.
fn board(text: &str, mover: Color) -> Option<Game> {
    let rows: Vec<Vec<Cell>> = text.split('/').map(cells).collect::<Option<_>>()?;
    let width = rows.first()?.len();
    let size = BoardSize::new(width as i64, rows.len() as i64).ok()?;
    if rows.iter().any(|row| row.len() != width) {
        return None;
    }
    let stone = |(square, cell)| match cell {
        Cell::Empty => None,
        Cell::Black => Some((square, Some(Color::Black))),
        Cell::White => Some((square, Some(Color::White))),
        Cell::Wall => Some((square, None)),
    };
    let cells = rows.into_iter().flatten();
    Some(Game::from_stones(size, size.squares().zip(cells).filter_map(stone), mover))
}

/// A row with a `.` for each empty square.
fn cells(row: &str) -> Option<Vec<Cell>> {
    let mut cells = Vec::new();
    let mut rest = row;
    while let Some(symbol) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            let (number, after) = rest.split_at_checked(digits)?;
            let count: usize = number.parse().ok().filter(|&count| count <= MAX_AREA)?;
            cells.resize(cells.len() + count, Cell::Empty);
            rest = after;
        } else {
            cells.push(Cell::of_symbol(symbol).filter(|&cell| cell != Cell::Empty)?);
            rest = rest.get(1..)?;
        }
        if cells.len() > MAX_AREA {
            return None;
        }
    }
    Some(cells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Square;

    const EXAMPLE: &str = "fen 15/15/15/15/15/15/8o6/7x7/15/15/15/15/15/15/15 b";

    fn read(text: &str) -> Option<Game> {
        position(text, BoardSize::default())
    }

    #[test]
    fn stones_side_and_moves_are_read() {
        let game = read(&format!("{EXAMPLE} - - 0 1 moves G9 i9x")).map(|game| game.plies().len());
        assert_eq!(game, None, "a move of a word too long");
        let game = read(&format!("{EXAMPLE} - - 0 1 moves G9")).unwrap();
        let board = game.board();
        assert_eq!(board.color_at(Square::at(7, 7)), Some(Color::Black));
        assert_eq!(board.color_at(Square::at(8, 6)), Some(Color::White));
        assert_eq!(board.color_at(Square::at(6, 6)), Some(Color::Black));
        assert_eq!(board.side_to_move(), Color::White);
        let small = read("fen #4/5/5/5/xx3/5 w moves").unwrap();
        assert_eq!((small.board().size().width(), small.board().size().height()), (5, 6));
        assert_eq!((small.board().empty_count(), small.board().side_to_move()), (27, Color::White));
        assert_eq!(read("startpos moves h8 i9").unwrap().plies().len(), 2);
    }

    #[test]
    fn what_is_wrong_is_no_position() {
        for text in [
            "",
            "x",
            "fen",
            "fen 9/9/9 b",
            "fen 5/5/5/5/4 b",
            "fen 5/5/5/5/y4 b",
            "fen 99999999999999999999 b",
            "fen 999999999/5/5/5/5 b",
            "startpos moves h8 h8",
            "startpos moves z9",
            "startpos h8 i9",
            "startpos mvoes h8",
            "fen 5/5/5/5/5 x",
            "fen /// b",
            "fen ä5/5/5/5/5 b",
        ] {
            assert!(read(text).is_none(), "{text}");
        }
    }
}
