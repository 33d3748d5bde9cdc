//! Which format a file of games has.

use std::path::Path;

use super::{GameRecord, RecordError, psq, sgf, text};
use crate::rules::Rule;

/// A format of game records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordFormat {
    /// Our own text, one game a line.
    Text,
    /// The Smart Game Format.
    Sgf,
    /// Piskvork's, one game a file.
    Psq,
}

impl RecordFormat {
    /// The format that a file with this name is written in: `.sgf` and `.psq` say so, anything else is our text.
    pub fn of_name(path: &Path) -> Self {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("");
        if ending.eq_ignore_ascii_case("sgf") {
            Self::Sgf
        } else if ending.eq_ignore_ascii_case("psq") {
            Self::Psq
        } else {
            Self::Text
        }
    }

    /// The format that a text begins like; our own where it is like nothing.
    pub fn of_content(content: &str) -> Self {
        let start = content.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        if start.starts_with("Piskvorky") {
            Self::Psq
        } else if start.starts_with('(') {
            Self::Sgf
        } else {
            Self::Text
        }
    }
}

/// Reads the games of a text in whatever format it has; `rule` is that of games that name none.
///
/// # Errors
/// [`RecordError`] with the first line that is wrong in this format.
pub fn read_games(content: &str, rule: Rule) -> Result<Vec<GameRecord>, RecordError> {
    let content = content.trim_start_matches('\u{feff}');
    match RecordFormat::of_content(content) {
        RecordFormat::Psq => psq::read(content, rule).map(|game| vec![game]),
        RecordFormat::Sgf => sgf::read(content),
        RecordFormat::Text => text::read(content),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::BoardSize;

    #[test]
    fn every_format_is_recognised_by_its_beginning_and_its_name() {
        let mut game = GameRecord::new(BoardSize::default(), Rule::Renju);
        game.push(game.size.center());
        for (name, content) in
            [("a.PSQ", psq::write(&game)), ("b.sgf", sgf::write(&game)), ("c", text::write(&game))]
        {
            let read = read_games(&format!("\u{feff}{content}"), Rule::Freestyle).unwrap();
            assert_eq!((read.len(), read[0].rule, read[0].moves.len()), (1, Rule::Renju, 1), "{name}");
            assert_eq!(RecordFormat::of_content(&content), RecordFormat::of_name(Path::new(name)));
        }
    }
}
