//! Formats of game records.

use std::path::Path;

use super::tree::GameTree;
use super::{GameRecord, RecordError, decoded, moves, psq, renlib, sgf, text};
use crate::rules::Rule;

/// A format of game records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordFormat {
    /// RustGomo's own text format, one game a line.
    Text,
    /// The Smart Game Format.
    Sgf,
    /// Piskvork's format, one game a file.
    Psq,
    /// RenLib's format, a tree of moves.
    Lib,
    /// A plain list of moves, one game a line; read only.
    Moves,
}

impl RecordFormat {
    /// The format for writing a file of this name, by its ending: `.sgf`, `.psq`, `.lib`, otherwise own text.
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

    /// Detects the format of a text; own text if unknown.
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

/// Reads the games of a file in any format; `rule` is that of games without one. Of a RenLib library the main
/// line is read.
///
/// # Errors
/// [`RecordError`] with the first line that is wrong in this format, or the byte where a library is damaged.
pub fn read_bytes(bytes: &[u8], rule: Rule) -> Result<Vec<GameRecord>, RecordError> {
    if bytes.starts_with(&renlib::MAGIC) {
        return Ok(vec![renlib::read_main_line(bytes, rule)?.with_result_of_board()]);
    }
    read_games(&decoded(bytes), rule)
}

/// Reads the games of a file in any format with their variations, comments and marks; `rule` is that of games
/// without one.
///
/// # Errors
/// [`RecordError`] for the first place that is wrong in this format.
pub fn read_trees(bytes: &[u8], rule: Rule) -> Result<Vec<GameTree>, RecordError> {
    if bytes.starts_with(&renlib::MAGIC) {
        return Ok(vec![renlib::read_tree(bytes, rule)?]);
    }
    let content = decoded(bytes);
    let content = content.trim_start_matches('\u{feff}');
    match RecordFormat::of_content(content) {
        RecordFormat::Sgf => sgf::read_trees(content, rule),
        _ => Ok(read_games(content, rule)?.iter().map(GameTree::from).collect()),
    }
}

/// Reads the games of a text in any format; `rule` is that of games without one.
///
/// # Errors
/// [`RecordError`] with the first line that is wrong in this format.
pub fn read_games(content: &str, rule: Rule) -> Result<Vec<GameRecord>, RecordError> {
    let content = content.trim_start_matches('\u{feff}');
    match RecordFormat::of_content(content) {
        RecordFormat::Psq => psq::read(content, rule).map(|game| vec![game]),
        RecordFormat::Sgf => sgf::read_under(content, rule),
        RecordFormat::Moves => {
            let games = moves::read(content, rule)?;
            Ok(games.into_iter().map(GameRecord::with_result_of_board).collect())
        }
        RecordFormat::Text | RecordFormat::Lib => match text::first_line(content) {
            Some((number, line)) if !text::is_game(line) => Err(RecordError::new(
                number,
                "moves such as h8 i9, SGF, Piskvork, RenLib or \"game 1 \"",
                line,
            )),
            _ => text::read(content),
        },
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
        let library = renlib::write_trees(&[GameTree::from(&game)]).unwrap();
        for bytes in [library, b"1. h8".to_vec()] {
            assert_eq!(read_bytes(&bytes, Rule::Renju).unwrap(), [game.clone()]);
        }
    }

    #[test]
    fn each_format_has_errors_of_its_own() {
        let error = |text: &str| read_games(text, Rule::Freestyle).unwrap_err().to_string();
        assert_eq!(error("h8 i9 h8"), "line 1, move 3, h8: the square is already occupied");
        assert_eq!(error("(;SZ[15];B[hh]\n;W[hh])"), "line 2, move 2, hh: the square is already occupied");
        assert_eq!(
            error("(;SZ[15];B[zz])"),
            "line 1, move 1, zz: expected a square such as hh or h8 on a board of 15x15"
        );
        let psq = "Piskvorky 15x15, 11:11, 0\n8,8,0\n";
        assert_eq!(error(&format!("{psq}8,8,0")), "line 3, move 2, 8,8,0: the square is already occupied");
        assert_eq!(
            error(&format!("{psq}16,8,0")),
            "line 3, move 2, 16,8,0: expected x,y,milliseconds on a board of 15x15, counted from 1"
        );
        let none = "expected moves such as h8 i9, SGF, Piskvork, RenLib or \"game 1 \", found \"";
        assert_eq!(error("# note\nhello"), format!("line 2: {none}hello\""));
        assert_eq!(error(". . .\n. X ."), format!("line 1: {none}. . .\""));
    }

    #[test]
    fn the_rule_is_that_of_files_that_name_none() {
        for (text, expected) in [("(;GM[4];B[hh])", Rule::Caro), ("(;GM[4]RU[renju];B[hh])", Rule::Renju)] {
            assert_eq!(read_games(text, Rule::Caro).unwrap()[0].rule, expected, "{text}");
        }
    }

    #[test]
    fn games_of_formats_without_results_have_that_of_the_board() {
        let won = read_games("h8 a1 i8 a2 j8 a3 k8 a4 l8", Rule::Renju).unwrap();
        assert_eq!(won[0].result, GameResult::Win(Color::Black));
        assert_eq!(won[0].verify(), Ok(()));
        let library = renlib::write_trees(&[GameTree::from(&won[0])]).unwrap();
        assert_eq!(read_bytes(&library, Rule::Standard).unwrap()[0].verify(), Ok(()));
    }
}
