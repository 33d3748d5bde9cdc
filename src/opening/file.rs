//! Files of openings, one opening a line.
//!
//! Empty lines and lines that begin with `#` are skipped here, but c-gomoku-cli would read them as openings,
//! so files for exchange should have none.

use std::fmt::Write;
use std::path::Path;

use super::{Insertion, Opening, OpeningError, OpeningFileError, OpeningSet};
use crate::files;
use crate::geometry::BoardSize;

/// Reads a file of openings.
///
/// # Errors
/// [`OpeningFileError`] if the file cannot be read, or with the number of the first wrong line.
pub fn read_file(path: &Path, size: BoardSize) -> Result<OpeningSet, OpeningFileError> {
    read_text(&file_text(path)?, size)
}

/// Reads a file as text without byte order mark, with replacement characters for invalid UTF-8.
///
/// # Errors
/// [`OpeningFileError::Read`] if the file cannot be read.
pub fn file_text(path: &Path) -> Result<String, OpeningFileError> {
    let bytes = files::read(path, files::MAX_BYTES)
        .map_err(|source| OpeningFileError::Read { path: path.display().to_string(), source })?;
    Ok(String::from_utf8_lossy(&bytes).trim_start_matches('\u{feff}').to_owned())
}

/// Parses the text of a file of openings.
///
/// # Errors
/// [`OpeningFileError`] with the number of the first line that is no opening, does not fit the board, or
/// repeats another.
pub fn read_text(text: &str, size: BoardSize) -> Result<OpeningSet, OpeningFileError> {
    let mut set = OpeningSet::new(size);
    let mut lines: Vec<usize> = Vec::new();
    for (line, opening) in read_lines(text, size)? {
        let wrong = |source: OpeningError| OpeningFileError::Line { line, source };
        match set.insert(opening).map_err(wrong)? {
            Insertion::Added => lines.push(line),
            Insertion::Twin(number) => return Err(OpeningFileError::Twin { line, earlier: lines[number] }),
        }
    }
    Ok(set)
}

/// Parses the openings of a text with their line numbers, from 1, including duplicates.
///
/// # Errors
/// [`OpeningFileError::Line`] for the first line that is no opening. Stones may still lie off the board.
pub fn read_lines(text: &str, size: BoardSize) -> Result<Vec<(usize, Opening)>, OpeningFileError> {
    let read = |(line, opening): (usize, Result<_, _>)| match opening {
        Ok(opening) => Ok((line, opening)),
        Err(source) => Err(OpeningFileError::Line { line, source }),
    };
    parse_lines(text, size).map(read).collect()
}

/// The openings of a text, or what is wrong with them, with their line numbers, from 1.
pub fn parse_lines(
    text: &str,
    size: BoardSize,
) -> impl Iterator<Item = (usize, Result<Opening, OpeningError>)> {
    let lines = (1..).zip(text.lines().map(str::trim));
    let lines = lines.filter(|(_, content)| !content.is_empty() && !content.starts_with('#'));
    lines.map(move |(line, content)| (line, Opening::parse(content, size)))
}

/// The text of a file with these openings.
pub fn write_text(set: &OpeningSet) -> String {
    set.openings().iter().fold(String::new(), |mut text, opening| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{opening}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size() -> BoardSize {
        BoardSize::new(15, 15).unwrap()
    }

    #[test]
    fn a_written_set_reads_back_in_order() {
        let text = "3,1, 0,0\n0,0\n-7,-7, 7,7, 6,6\n";
        assert_eq!(write_text(&read_text(text, size()).unwrap()), text);
        let commented = format!("# header\r\n\r\n{}", text.replace('\n', "\r\n"));
        assert_eq!(write_text(&read_text(&commented, size()).unwrap()), text);
    }

    #[test]
    fn errors_tell_the_line() {
        let message = |text: &str| read_text(text, size()).unwrap_err().to_string();
        assert_eq!(message("0,0\n#\n1,x\n").split(':').next(), Some("line 3"));
        assert_eq!(
            message("0,0\n1,0, 9,0\n"),
            "line 2: expected a stone on a board of 15x15, found offset 9,0"
        );
        let twin = "line 4: the same opening as in line 3, perhaps mirrored or turned";
        assert_eq!(message("# a\n0,0\n1,0\n0,1\n"), twin);
        let missing = read_file(Path::new("/no/such/file"), size()).unwrap_err();
        assert_eq!(missing.to_string(), "cannot read /no/such/file");
    }
}
