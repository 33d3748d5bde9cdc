//! Plain lists of moves, one game a line: `h8 i9 j8`, `h8i9j8`, `1. h8 i9 2. j8`.

use super::{GameRecord, RecordError};
use crate::board::{Board, parse_squares};
use crate::geometry::BoardSize;
use crate::rules::Rule;

/// Sides of the boards that a list may belong to: the smallest that has all its squares.
const SIDES: [i64; 3] = [15, 20, 22];

/// Whether a text begins like a list of moves: its first line that is no comment has squares only.
pub(super) fn is_list(text: &str) -> bool {
    lines(text).next().is_some_and(|(_, line)| read_line(line, Rule::Freestyle).is_some())
}

/// Reads the games of a text; `rule` is that of all. Empty lines and lines that start with `#` are comments.
///
/// # Errors
/// [`RecordError`] for the first line that holds something else, or a square twice.
///
/// # Examples
/// ```
/// use rustgomo::record::moves;
/// use rustgomo::Rule;
///
/// let games = moves::read("# two games\nh8 i9 j8\nh8i8", Rule::Renju)?;
/// assert_eq!(games.iter().map(|game| game.moves.len()).collect::<Vec<_>>(), [3, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(text: &str, rule: Rule) -> Result<Vec<GameRecord>, RecordError> {
    let game = |(number, line)| {
        read_line(line, rule).ok_or_else(|| RecordError::new(number, "moves such as h8 i9 j8", line))
    };
    lines(text).map(game).collect()
}

fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().map(str::trim).enumerate();
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(index, line)| (index + 1, line))
}

fn read_line(line: &str, rule: Rule) -> Option<GameRecord> {
    let is_number = |word: &str| word.strip_suffix('.').is_some_and(|n| n.parse::<u32>().is_ok());
    let words: Vec<&str> = line.split_whitespace().filter(|word| !is_number(word)).collect();
    let words = words.join(" ");
    SIDES.into_iter().find_map(|side| {
        let size = BoardSize::new(side, side).ok()?;
        let squares = parse_squares(&words, size).ok().filter(|squares| !squares.is_empty())?;
        let (mut game, mut board) = (GameRecord::new(size, rule), Board::new(size));
        for square in squares {
            board.play(square).ok()?;
            game.push(square);
        }
        Some(game)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_with_and_without_numbers_and_blanks() {
        let games = read("# two games\nh8 i9 j8\n\n1. h8 i9 2. j8\nh8i9,J8\n", Rule::Renju).unwrap();
        assert_eq!(games.len(), 3);
        assert!(games.iter().all(|game| *game == games[0] && game.rule == Rule::Renju));
        assert_eq!(read("h8 t20", Rule::Freestyle).unwrap()[0].size.width(), 20);
        assert!(is_list("# c\n a1 b2") && !is_list("game 1 size=15") && !is_list("") && !is_list("(;GM[4])"));
        let error = read("h8\nh8 h8", Rule::Freestyle).unwrap_err();
        assert_eq!(error.to_string(), "line 2: expected moves such as h8 i9 j8, found \"h8 h8\"");
    }
}
