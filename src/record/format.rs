//! Formats of game records.

use std::path::Path;

use super::tree::GameTree;
use super::{GameRecord, RecordError, WriteError, decoded, moves, pos, psq, renlib, sav, sgf, text};
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
    /// Yixin-Board's saved position, one game a file.
    Sav,
    /// A byte for each move, one game a file.
    Pos,
}

impl RecordFormat {
    /// The format for writing a file of this name, by its ending: `.sgf`, `.psq`, `.lib`, `.sav`, `.pos`, otherwise own text.
    pub fn of_name(path: &Path) -> Self {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("").to_ascii_lowercase();
        match ending.as_str() {
            "sgf" => Self::Sgf,
            "psq" => Self::Psq,
            "lib" => Self::Lib,
            "sav" => Self::Sav,
            "pos" => Self::Pos,
            _ => Self::Text,
        }
    }

    /// Whether a file holds one game only.
    pub const fn holds_one_game(self) -> bool {
        matches!(self, Self::Psq | Self::Sav | Self::Pos)
    }

    /// A game without variations as a file; the name of [`Moves`](Self::Moves), which are read only, stands for text.
    ///
    /// # Errors
    /// [`WriteError`] if the format cannot hold the game.
    pub fn write(self, game: &GameRecord) -> Result<Vec<u8>, WriteError> {
        Ok(match self {
            Self::Text | Self::Moves => (text::write(game) + "\n").into_bytes(),
            Self::Sgf => sgf::write(game).into_bytes(),
            Self::Psq => psq::write(game)?.into_bytes(),
            Self::Lib => renlib::write_trees(&[GameTree::from(game)])?,
            Self::Sav => sav::write(game)?.into_bytes(),
            Self::Pos => pos::write(game)?,
        })
    }

    /// Detects the format of a file that is no library; own text if unknown.
    fn of_bytes(bytes: &[u8], content: &str) -> Self {
        let format = Self::of_content(content);
        // A text can look like one, and one like the beginning of a text.
        let is_text = || match format {
            Self::Psq => true,
            Self::Sgf => (sgf::KIND.is_begun_by)(bytes),
            Self::Moves => moves::read(content, Rule::Freestyle).is_ok(),
            Self::Sav => sav::read(content, Rule::Freestyle).is_ok(),
            _ => text::first_line(content).is_some_and(|(_, line)| text::is_game(line)),
        };
        if pos::is_whole(bytes) && !is_text() { Self::Pos } else { format }
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
        } else if sav::is_begun_by(start) {
            Self::Sav
        } else {
            Self::Text
        }
    }
}

/// [`read_bytes`] for a file of this name: only `.pos`, which a text can look like, is decided by its ending.
///
/// # Errors
/// As [`read_bytes`].
pub fn read_file(name: &Path, bytes: &[u8], rule: Rule) -> Result<Vec<GameRecord>, RecordError> {
    match RecordFormat::of_name(name) {
        RecordFormat::Pos => Ok(vec![pos::read(bytes, rule)?]),
        _ => read_bytes(bytes, rule),
    }
}

/// [`read_trees`] for a file of this name, as [`read_file`].
///
/// # Errors
/// As [`read_trees`].
pub fn read_file_trees(name: &Path, bytes: &[u8], rule: Rule) -> Result<Vec<GameTree>, RecordError> {
    match RecordFormat::of_name(name) {
        RecordFormat::Pos => Ok(vec![GameTree::from(&pos::read(bytes, rule)?)]),
        _ => read_trees(bytes, rule),
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
    let content = decoded(bytes);
    match RecordFormat::of_bytes(bytes, &content) {
        RecordFormat::Pos => Ok(vec![pos::read(bytes, rule)?]),
        _ => read_games(&content, rule),
    }
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
    match RecordFormat::of_bytes(bytes, &content) {
        RecordFormat::Sgf => sgf::read_trees(content.trim_start_matches('\u{feff}'), rule),
        _ => Ok(read_bytes(bytes, rule)?.iter().map(GameTree::from).collect()),
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
        RecordFormat::Sav => sav::read(content, rule).map(|game| vec![game]),
        RecordFormat::Text | RecordFormat::Lib | RecordFormat::Pos => match text::first_line(content) {
            Some((number, line)) if !text::is_game(line) => Err(RecordError::new(
                number,
                "moves such as h8 i9, SGF, Piskvork, RenLib, Yixin-Board or \"game 1 \"",
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
        for name in ["a.Lib", "b.SAV", "c.pos"] {
            let bytes = RecordFormat::of_name(Path::new(name)).write(&game).unwrap();
            assert_eq!(read_bytes(&bytes, Rule::Renju).unwrap(), [game.clone()], "{name}");
            assert_eq!(read_trees(&bytes, Rule::Renju).unwrap()[0].main_line(), game, "{name}");
        }
        assert_eq!(read_bytes(b"1. h8", Rule::Renju).unwrap(), [game]);
    }

    #[test]
    fn a_text_as_long_as_its_first_byte_says_is_a_text() {
        let moves = "\nh8i9j7k6l5";
        assert!(pos::is_whole(moves.as_bytes()));
        assert_eq!(read_bytes(moves.as_bytes(), Rule::Renju).unwrap()[0].moves.len(), 5);
    }

    #[test]
    fn moves_as_bytes_that_look_like_the_beginning_of_a_text_are_moves() {
        let mut squares: Vec<_> = BoardSize::default().squares().collect();
        let mut random = fastrand::Rng::with_seed(1);
        for count in (0..=225).chain(9..=13).chain([32, 40, 40]) {
            random.shuffle(&mut squares);
            let mut game = GameRecord::new(BoardSize::default(), Rule::Freestyle);
            squares.iter().take(count).for_each(|&square| game.push(square));
            let bytes = RecordFormat::Pos.write(&game).unwrap();
            let read = read_bytes(&bytes, Rule::Freestyle).unwrap().remove(0);
            assert!(read.squares().eq(game.squares()), "{bytes:?}");
        }
        // Ten moves whose bytes are a list of five, and damage, are told by the name of the file.
        let name = Path::new("a.POS");
        let read = |bytes: &[u8]| read_file(name, bytes, Rule::Freestyle);
        assert_eq!(read(b"\na1b2c3d4e5").unwrap()[0].moves.len(), 10);
        assert_eq!(read_file_trees(name, b"\na1b2c3d4e5", Rule::Caro).unwrap()[0].len(), 11);
        assert!(read(b"\x03pq").unwrap_err().to_string().starts_with("byte 0: expected 3 moves"));
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
        let none =
            "expected moves such as h8 i9, SGF, Piskvork, RenLib, Yixin-Board or \"game 1 \", found \"";
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
