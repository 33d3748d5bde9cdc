//! Yixin-Board's saved positions, `.sav`.
//!
//! The height and the width of the board, the number of moves, and for each its row and column from 0 at the
//! top left. Yixin-Board writes a move a line and reads numbers between any blanks. There is no place for
//! anything else. After the facts in `show_dialog_save` of its sources
//! (<https://github.com/accreator/Yixin-Board>).

use std::fmt::Write;

use super::{GameRecord, RecordError, WriteError};
use crate::geometry::BoardSize;
use crate::rules::Rule;

/// Numbers before the moves.
const HEAD_NUMBERS: usize = 3;

/// Whether a text begins with three numbers.
pub(super) fn matches_header(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    (0..HEAD_NUMBERS).all(|_| words.next().is_some_and(is_number))
}

/// Writes a game: its board and moves.
///
/// # Errors
/// [`WriteError`] for a game that does not begin on the empty board with black.
pub fn write(game: &GameRecord) -> Result<String, WriteError> {
    WriteError::expect_no_setup(1, &game.setup)?;
    let mut text = format!("{}\n{}\n{}\n", game.size.height(), game.size.width(), game.moves.len());
    for square in game.squares() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{} {}", square.y(), square.x());
    }
    Ok(text)
}

/// Reads a game under `rule`, with the result that it has on the board.
///
/// # Errors
/// [`RecordError`] with the line of a number that is missing or wrong, or of a move onto an occupied square.
///
/// # Examples
/// ```
/// use rustgomo::record::sav;
/// use rustgomo::Rule;
///
/// let game = sav::read("15\n15\n2\n7 7\n6 8\n", Rule::Freestyle)?;
/// assert_eq!(game.squares().map(|square| (square.x(), square.y())).collect::<Vec<_>>(), [(7, 7), (8, 6)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(text: &str, rule: Rule) -> Result<GameRecord, RecordError> {
    let mut numbers = Numbers { words: words(text), line: 1 };
    let [height, width] = [numbers.take("the height of the board")?, numbers.take("the width of the board")?];
    let size = BoardSize::new(width, height).map_err(|_| {
        let expected = "a board from 5x5 to 22x22, the height first";
        RecordError::new(numbers.line, expected, &format!("{height} {width}"))
    })?;
    let count = numbers.take("the number of moves")?;
    let mut game = GameRecord::new(size, rule);
    for (number, index) in (1..=count).zip(1..) {
        let expected = format!("row and column of move {number} of {count}");
        let (row, column) = (numbers.take(&expected)?, numbers.take(&expected)?);
        let found = format!("{row} {column}");
        let square = size.square(column, row).ok_or_else(|| {
            let expected = format!("row and column, from 0, on a board of {size}");
            RecordError::of_move(numbers.line, index, &found, expected)
        })?;
        if game.has_move_on(square) {
            return Err(RecordError::occupied(numbers.line, index, &found));
        }
        game.push(square);
    }
    match numbers.words.next() {
        Some((line, word)) => Err(RecordError::new(line, format!("the end behind {count} moves"), word)),
        None => Ok(game.with_result_of_board()),
    }
}

/// The words with their lines.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().zip(1..).flat_map(|(line, number)| line.split_whitespace().map(move |word| (number, word)))
}

/// The numbers of a text and the line of the last one.
struct Numbers<I> {
    words: I,
    line: usize,
}

impl<'a, I: Iterator<Item = (usize, &'a str)>> Numbers<I> {
    fn take(&mut self, expected: &str) -> Result<i64, RecordError> {
        let (line, word) = self.words.next().unwrap_or((self.line, "the end of the file"));
        self.line = line;
        word.parse().map_err(|_| RecordError::new(line, expected, word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Square;

    #[test]
    fn a_file_of_yixin_board_is_read_and_written_alike() {
        // Rows and columns are not exchanged on a rectangle.
        let text = "15\n20\n3\n7 7\n0 19\n14 0\n";
        assert!(!matches_header("15 15\n") && !matches_header("15\n15\nh8 i9\n"));
        for line_end in ["\n", "\r\n", "\r", " "] {
            let text_read = text.replace('\n', line_end);
            assert!(matches_header(&text_read), "{text_read:?}");
            let game = read(&text_read, Rule::Renju).unwrap();
            assert_eq!((game.size.width(), game.size.height(), game.rule), (20, 15, Rule::Renju));
            let squares: Vec<Square> = game.squares().collect();
            assert_eq!(squares, [Square::at(7, 7), Square::at(19, 0), Square::at(0, 14)]);
            assert_eq!(write(&game), Ok(text.to_owned()));
        }
    }

    #[test]
    fn damaged_files_are_refused_with_the_line() {
        let error = |text: &str| read(text, Rule::Freestyle).unwrap_err().to_string();
        assert_eq!(
            error("15\n15\n2\n7 7\n"),
            "line 4: expected row and column of move 2 of 2, found \"the end of the file\""
        );
        assert_eq!(error("15\n15\n1\n7 7\n8 8\n"), "line 5: expected the end behind 1 moves, found \"8\"");
        assert_eq!(error("15\n15\n2\n7 7\n7 7\n"), "line 5, move 2, 7 7: the square is already occupied");
        assert_eq!(
            error("15\n15\n1\n7 15\n"),
            "line 4, move 1, 7 15: expected row and column, from 0, on a board of 15x15"
        );
        assert_eq!(
            error("15\n99\n0\n"),
            "line 2: expected a board from 5x5 to 22x22, the height first, found \"15 99\""
        );
        assert!(error("15\n15\n99999999999\n").contains("move 1 of 99999999999"));
    }
}
