//! Which format a file of games has.

use std::path::Path;

use super::{GameRecord, RecordError, moves, psq, renlib, sgf, text};
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
    /// RenLib's, a tree of moves.
    Lib,
    /// A plain list of moves, one game a line; it is only read.
    Moves,
}

impl RecordFormat {
    /// The format that a file with this name is written in: `.sgf`, `.psq` and `.lib` say so, anything else is our text.
    pub fn of_name(path: &Path) -> Self {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("");
        if ending.eq_ignore_ascii_case("sgf") {
            Self::Sgf
        } else if ending.eq_ignore_ascii_case("psq") {
            Self::Psq
        } else if ending.eq_ignore_ascii_case("lib") {
            Self::Lib
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
        } else if moves::is_list(start) {
            Self::Moves
        } else {
            Self::Text
        }
    }
}

/// Reads the games of a file in whatever format it has; `rule` is that of games that name none. Of a RenLib library
/// it is the main line.
///
/// # Errors
/// [`RecordError`] with the first line that is wrong in this format.
pub fn read_bytes(bytes: &[u8], rule: Rule) -> Result<Vec<GameRecord>, RecordError> {
    if bytes.starts_with(&renlib::MAGIC) {
        return Ok(vec![renlib::read(bytes)?.main_line(rule).with_result_of_board()]);
    }
    read_games(&String::from_utf8_lossy(bytes), rule)
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
        RecordFormat::Moves => {
            let games = moves::read(content, rule)?;
            Ok(games.into_iter().map(GameRecord::with_result_of_board).collect())
        }
        RecordFormat::Text | RecordFormat::Lib => text::read(content),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{BoardSize, Color};
    use crate::record::GameResult;

    #[test]
    fn every_format_is_recognised_by_its_beginning_and_its_name() {
        let mut game = GameRecord::new(BoardSize::default(), Rule::Renju);
        game.push(game.size.center());
        for (name, content) in
            [("a.PSQ", psq::write(&game).unwrap()), ("b.sgf", sgf::write(&game)), ("c", text::write(&game))]
        {
            let read = read_games(&format!("\u{feff}{content}"), Rule::Freestyle).unwrap();
            assert_eq!((read.len(), read[0].rule, read[0].moves.len()), (1, Rule::Renju, 1), "{name}");
            assert_eq!(RecordFormat::of_content(&content), RecordFormat::of_name(Path::new(name)));
        }
        assert_eq!(RecordFormat::of_name(Path::new("a.Lib")), RecordFormat::Lib);
        let library = renlib::Library::from_games(std::slice::from_ref(&game)).unwrap();
        for bytes in [library.to_bytes(), b"1. h8".to_vec()] {
            assert_eq!(read_bytes(&bytes, Rule::Renju).unwrap(), [game.clone()]);
        }
    }

    #[test]
    fn games_of_formats_without_results_have_that_of_the_board() {
        let won = read_games("h8 a1 i8 a2 j8 a3 k8 a4 l8", Rule::Renju).unwrap();
        assert_eq!(won[0].result, GameResult::Win(Color::Black));
        assert_eq!(won[0].verify(), Ok(()));
        let library = renlib::Library::from_games(&won).unwrap();
        assert_eq!(read_bytes(&library.to_bytes(), Rule::Standard).unwrap()[0].verify(), Ok(()));
    }
}
