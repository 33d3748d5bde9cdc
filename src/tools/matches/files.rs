//! The files of a match: openings in, games out.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;

use super::error::MatchError;
use super::openings::is_playable;
use crate::board::parse_square;
use crate::geometry::{BoardSize, Square};
use crate::record::{GameRecord, psq, sgf, text};
use crate::rules::Rule;

/// Characters of a line that an error quotes at most.
const QUOTED_CHARS: usize = 40;

/// Reads a file of openings, one a line: names of squares (`h8 i9 j7` or `h8i9j7`), or offsets from the middle of the
/// board as Gomocup and c-gomoku-cli use them (`0,0, 1,-1, 2,2`). Empty lines and lines with `#` are skipped.
///
/// # Errors
/// [`MatchError`] if the file cannot be read or a line is no playable opening.
pub fn read_openings(path: &Path, rule: Rule, size: BoardSize) -> Result<Vec<Vec<Square>>, MatchError> {
    let bytes = fs::read(path).map_err(|source| MatchError::File { path: path.to_owned(), source })?;
    let text = String::from_utf8_lossy(&bytes);
    let lines = text.lines().map(str::trim).enumerate();
    let openings = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).map(|(i, line)| {
        opening(line, size).filter(|squares| is_playable(squares, rule, size)).ok_or_else(|| {
            let found = line.chars().take(QUOTED_CHARS).collect();
            MatchError::Opening { path: path.to_owned(), line: i + 1, found }
        })
    });
    let openings = openings.collect::<Result<Vec<_>, _>>()?;
    if openings.is_empty() {
        return Err(MatchError::Opening { path: path.to_owned(), line: 1, found: String::new() });
    }
    Ok(openings)
}

fn opening(line: &str, size: BoardSize) -> Option<Vec<Square>> {
    if line.starts_with(|c: char| c.is_ascii_alphabetic()) {
        let starts = line.char_indices().filter(|(_, c)| c.is_ascii_alphabetic()).map(|(i, _)| i);
        let starts: Vec<usize> = starts.chain([line.len()]).collect();
        let names = starts.windows(2).filter_map(|ends| line.get(ends[0]..ends[1]));
        return names.map(|name| parse_square(name.trim(), size).ok()).collect();
    }
    let numbers = line.split([',', ' ']).filter(|word| !word.is_empty()).map(str::parse::<i8>);
    let numbers = numbers.collect::<Result<Vec<_>, _>>().ok()?;
    let middle = (i64::from(size.width()) / 2, i64::from(size.height()) / 2);
    let place = |pair: &[i8]| match *pair {
        [x, y] => size.square(middle.0 + i64::from(x), middle.1 + i64::from(y)),
        _ => None,
    };
    numbers.chunks(2).map(place).collect()
}

/// How games are written, by the file's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Text,
    Sgf,
    /// A folder with one file a game, since the format holds only one.
    PsqFolder,
}

/// Games that are written one by one.
#[derive(Debug)]
pub struct GameWriter {
    format: Format,
    path: std::path::PathBuf,
    file: Option<File>,
}

impl GameWriter {
    /// Creates a file: `.sgf` for the Smart Game Format, a name with `.psq` for a folder of Piskvork files, anything
    /// else for our text. With `resume` the games of an existing file of our text are read first and new ones are
    /// added; a last line that was cut short is dropped.
    ///
    /// # Errors
    /// [`MatchError`] if the file exists and may not be continued, or cannot be read or created.
    pub fn open(path: &Path, resume: bool) -> Result<(Self, Vec<GameRecord>), MatchError> {
        let error = |source| MatchError::File { path: path.to_owned(), source };
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("").to_ascii_lowercase();
        let format = match ending.as_str() {
            "sgf" => Format::Sgf,
            "psq" => Format::PsqFolder,
            _ => Format::Text,
        };
        let mut games = Vec::new();
        if path.exists() {
            if !resume || format != Format::Text {
                return Err(MatchError::Exists { path: path.to_owned() });
            }
            games = recover(path)?;
        }
        if format == Format::PsqFolder {
            fs::create_dir_all(path).map_err(error)?;
            return Ok((Self { format, path: path.to_owned(), file: None }, games));
        }
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(error)?;
        Ok((Self { format, path: path.to_owned(), file: Some(file) }, games))
    }

    /// Writes a game and hands it to the system, so that an end at any moment loses none.
    ///
    /// # Errors
    /// Whatever the system reports.
    pub fn write(&mut self, game: &GameRecord) -> std::io::Result<()> {
        let content = match self.format {
            Format::Text => text::write(game) + "\n",
            Format::Sgf => sgf::write(game),
            Format::PsqFolder => {
                let name = self.path.join(format!("{:06}.psq", game.number));
                return fs::write(name, psq::write(game));
            }
        };
        self.file.as_mut().map_or(Ok(()), |file| file.write_all(content.as_bytes()))
    }
}

/// Reads the games of a file and cuts off a last line without a line feed.
fn recover(path: &Path) -> Result<Vec<GameRecord>, MatchError> {
    let error = |source| MatchError::File { path: path.to_owned(), source };
    let bytes = fs::read(path).map_err(error)?;
    let whole = bytes.iter().rposition(|&b| b == b'\n').map_or(0, |last| last + 1);
    if whole < bytes.len() {
        let file = OpenOptions::new().write(true).open(path).map_err(error)?;
        file.set_len(whole as u64).map_err(error)?;
    }
    let content = String::from_utf8_lossy(&bytes[..whole]);
    text::read(&content).map_err(|source| MatchError::Record { path: path.to_owned(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_read_in_three_spellings() {
        let size = BoardSize::new(15, 15).unwrap();
        let squares = vec![Square::at(7, 7), Square::at(8, 6), Square::at(9, 9)];
        for line in ["h8 i9 j6", "h8i9j6", "0,0, 1,-1, 2,2"] {
            assert_eq!(opening(line, size), Some(squares.clone()), "{line}");
        }
        for line in ["h8 z9", "0,0, 1", "0,0, 8,0", "hello", "0;0"] {
            assert_eq!(opening(line, size), None, "{line}");
        }
    }
}
