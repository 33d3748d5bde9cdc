//! Formats of game records.

use std::path::Path;
use std::slice;

use super::tree::GameTree;
use super::{GameRecord, WriteError, moves, pos, psq, renlib, rif, sav, sgf, text};
use crate::files;
use crate::rules::Rule;

/// Bytes that are read to recognise our own text format, which may begin with comments.
const START_BYTES: u64 = 1 << 16;

/// Whether a file of a folder may hold games: by its ending, or as a text that begins like our own or cannot be
/// read, which its reader tells. Other texts may be anything, and files that a killed process was writing hold
/// no games.
pub fn may_hold_games(path: &Path) -> bool {
    if RecordFormat::of_name(path) != RecordFormat::Text {
        return true;
    }
    if !path.is_file() || files::is_unfinished(path) {
        return false;
    }
    match files::read_start(path, START_BYTES) {
        Ok(start) => start.is_some_and(|start| (text::KIND.matches_header)(&start)),
        Err(_) => true,
    }
}

/// A format of game records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
    /// The database of renju.net; read only.
    Rif,
}

impl RecordFormat {
    /// The endings of files that are written, without the dot: one for each format that is not read only.
    pub const ENDINGS: [&str; 6] = ["txt", "sgf", "psq", "lib", "sav", "pos"];

    /// The format of files with this ending, in upper or lower case: one of [`ENDINGS`](Self::ENDINGS), or
    /// `rif` or `xml`.
    pub fn of_ending(ending: &str) -> Option<Self> {
        Some(match ending.to_ascii_lowercase().as_str() {
            "txt" => Self::Text,
            "sgf" => Self::Sgf,
            "psq" => Self::Psq,
            "lib" => Self::Lib,
            "sav" => Self::Sav,
            "pos" => Self::Pos,
            "rif" | "xml" => Self::Rif,
            _ => return None,
        })
    }

    /// The format for writing a file of this name, by its ending; own text if that is not known.
    pub fn of_name(path: &Path) -> Self {
        let ending = path.extension().and_then(|ending| ending.to_str());
        ending.and_then(Self::of_ending).unwrap_or(Self::Text)
    }

    /// The rule of games that name none, unless their reader says otherwise: RenLib knows renju alone.
    pub const fn default_rule(self) -> Rule {
        if matches!(self, Self::Lib) { Rule::Renju } else { Rule::Freestyle }
    }

    /// Whether a file holds one game only.
    pub const fn holds_one_game(self) -> bool {
        matches!(self, Self::Psq | Self::Sav | Self::Pos)
    }

    /// A game without variations as a file; a list of moves is written as text.
    ///
    /// # Errors
    /// [`WriteError`] if the format cannot hold the game or is read only, or if a move is not on the board.
    pub fn write(self, game: &GameRecord) -> Result<Vec<u8>, WriteError> {
        if let Some(off) = game.squares().find(|&square| !game.size.contains(square)) {
            let found = format!("column {} and row {} on {}", off.x() + 1, off.y() + 1, game.size);
            return Err(WriteError { game: 1, expected: "moves on the board", found });
        }
        Ok(match self {
            Self::Text | Self::Moves => (text::write(game) + "\n").into_bytes(),
            Self::Rif => {
                let found = "that of renju.net, which is only read".to_owned();
                return Err(WriteError { game: 1, expected: "a format to write", found });
            }
            Self::Sgf => sgf::write(game).into_bytes(),
            Self::Psq => psq::write(game)?.into_bytes(),
            Self::Lib => renlib::write_trees(&[GameTree::from(game)])?,
            Self::Sav => sav::write(game)?.into_bytes(),
            Self::Pos => pos::write(game)?,
        })
    }

    /// A game as a file, with its variations where the format holds them.
    ///
    /// # Errors
    /// As of [`write`](Self::write).
    pub fn write_tree(self, tree: &GameTree) -> Result<Vec<u8>, WriteError> {
        match self {
            Self::Sgf => Ok(sgf::write_tree(tree).into_bytes()),
            Self::Lib => renlib::write_trees(slice::from_ref(tree)),
            _ => self.write(&tree.main_line()),
        }
    }

    /// Detects the format of a text; own text if unknown.
    pub(crate) fn of_content(content: &str) -> Self {
        let start = content.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        if start.starts_with("Piskvorky") {
            Self::Psq
        } else if text::is_game(start) {
            Self::Text
        } else if rif::matches_header(start) {
            Self::Rif
        } else if sgf::begins(start) || sgf::is_inside(start) {
            Self::Sgf
        } else if moves::is_list(start) {
            Self::Moves
        } else if sav::matches_header(start) {
            Self::Sav
        } else {
            Self::Text
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{BoardSize, Square};
    use crate::rules::Rule;

    #[test]
    fn what_no_reader_would_take_is_not_written() {
        let mut game = GameRecord::new(BoardSize::default(), Rule::Renju);
        assert!(RecordFormat::of_name(Path::new("x.rif")).write(&game).is_err());
        for ending in RecordFormat::ENDINGS {
            let format = RecordFormat::of_ending(&ending.to_ascii_uppercase()).unwrap();
            assert_eq!(format.write_tree(&GameTree::from(&game)), format.write(&game), "{ending}");
            assert!(format.write(&game).is_ok(), "{ending}");
        }
        game.push(Square::at(20, 20));
        for format in [RecordFormat::Text, RecordFormat::Sgf, RecordFormat::Lib, RecordFormat::Pos] {
            let error = format.write(&game).unwrap_err().to_string();
            assert_eq!(error, "game 1: expected moves on the board, found column 21 and row 21 on 15x15");
        }
    }
}
