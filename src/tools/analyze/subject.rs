//! The position in question: from moves, a diagram, a record or an opening.

use std::path::Path;

use thiserror::Error;

use crate::board::{Board, BoardError, DiagramError, from_diagram, parse_squares};
use crate::geometry::{BoardSize, Square};
use crate::record::{GameRecord, RecordError, read_bytes};
use crate::rules::{Outcome, Rule, is_forbidden, outcome};
use crate::tools::opening::{Source, SourceError};

/// A position and the rule it is played under.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The position.
    pub board: Board,
    /// The rule.
    pub rule: Rule,
}

/// Why there is no position to look at.
#[derive(Debug, Error)]
pub enum SubjectError {
    /// A file that cannot be read.
    #[error("cannot read {path}: {source}")]
    Read {
        /// The file.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// A wrong diagram or the wrong name of a square.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
    /// A wrong record.
    #[error("{path}: {source}")]
    Record {
        /// The file.
        path: String,
        /// Why.
        source: RecordError,
    },
    /// A file without a game.
    #[error("expected at least one game in {path}, found none")]
    NoGame {
        /// The file.
        path: String,
    },
    /// A file without the game that is asked for.
    #[error("expected a game from 1 to {count} in {path}, found {found}")]
    Game {
        /// The file.
        path: String,
        /// How many games there are.
        count: usize,
        /// The number.
        found: usize,
    },
    /// A wrong file or number of an opening.
    #[error(transparent)]
    Opening(#[from] SourceError),
    /// An opening that is wrong in itself.
    #[error(transparent)]
    OpeningLine(#[from] crate::opening::OpeningError),
    /// A stone where none can be.
    #[error("move {number}: {source}")]
    Move {
        /// Number of the move, from 1.
        number: usize,
        /// Why.
        source: BoardError,
    },
    /// A record with two stones on a square, or one off the board, before the first move.
    #[error("the stones that are set up: {0}")]
    Setup(#[source] BoardError),
    /// A game that is shorter.
    #[error("expected a number of moves from 0 to {count}, found {found}")]
    Moves {
        /// How many there are.
        count: usize,
        /// The number.
        found: usize,
    },
    /// Nothing left to think about.
    #[error("expected a position to think about, found a finished game")]
    Finished,
}

impl Subject {
    /// The position after moves such as `h8 i9` or `h8i9`, from the empty board.
    ///
    /// # Errors
    /// [`SubjectError`] for wrong names and occupied squares.
    pub fn from_moves(moves: &str, size: BoardSize, rule: Rule) -> Result<Self, SubjectError> {
        Self { board: Board::new(size), rule }.after(moves)
    }

    /// The position after further moves.
    ///
    /// # Errors
    /// [`SubjectError`] for wrong names, occupied squares and finished games.
    pub fn after(&self, moves: &str) -> Result<Self, SubjectError> {
        let mut board = self.board.clone();
        for square in parse_squares(moves, board.size())? {
            let number = board.history().len() + 1;
            board.play(square).map_err(|source| SubjectError::Move { number, source })?;
        }
        Self { board, rule: self.rule }.unfinished()
    }

    /// The position of a diagram file: `.` empty, `X` black, `O` white, `#` blocked.
    ///
    /// # Errors
    /// [`SubjectError`] for files that are not there or hold no diagram.
    pub fn from_diagram_file(path: &Path, rule: Rule) -> Result<Self, SubjectError> {
        Self::from_diagram(&read(path)?, rule)
    }

    /// The position of a diagram.
    ///
    /// # Errors
    /// [`SubjectError`] for a text that is none, and for finished games.
    pub fn from_diagram(text: &str, rule: Rule) -> Result<Self, SubjectError> {
        Self { board: from_diagram(text)?, rule }.unfinished()
    }

    /// The position after `moves` moves of a game, or before the last one that ended it.
    ///
    /// # Errors
    /// [`SubjectError`] for more moves than the game has, moves on occupied squares and finished games.
    pub fn from_game(game: &GameRecord, moves: Option<usize>) -> Result<Self, SubjectError> {
        if let Some(found) = moves.filter(|&found| found > game.moves.len()) {
            return Err(SubjectError::Moves { count: game.moves.len(), found });
        }
        let mut board = game.start().map_err(SubjectError::Setup)?;
        let count = moves.unwrap_or(game.moves.len());
        for (index, square) in game.squares().take(count).enumerate() {
            board.play(square).map_err(|source| SubjectError::Move { number: index + 1, source })?;
        }
        if moves.is_none() && outcome(&board, game.rule) != Outcome::Unfinished {
            board.undo();
        }
        Self { board, rule: game.rule }.unfinished()
    }

    /// The position after opening `number`, from 1.
    ///
    /// # Errors
    /// [`SubjectError`] if there is no such opening.
    pub fn from_opening(source: &Source, number: usize) -> Result<Self, SubjectError> {
        let board = source.opening(number)?.board(source.set.size())?;
        Self { board, rule: source.rule }.unfinished()
    }

    /// The moves so far that the rule forbade, with their numbers from 1: the game was lost there, and the analysis goes on
    /// all the same. Empty if the order of the moves is not known.
    pub fn forbidden_moves(&self) -> Vec<(usize, Square)> {
        let mut past = self.board.clone();
        while past.undo().is_some() {}
        let mut found = Vec::new();
        for (index, &square) in self.board.history().iter().enumerate() {
            let Some(square) = square else {
                past.pass();
                continue;
            };
            if is_forbidden(&past, self.rule, past.side_to_move(), square) {
                found.push((index + 1, square));
            }
            if past.play(square).is_err() {
                break;
            }
        }
        found
    }

    fn unfinished(self) -> Result<Self, SubjectError> {
        match outcome(&self.board, self.rule) {
            Outcome::Unfinished => Ok(self),
            Outcome::Win(_) | Outcome::Draw => Err(SubjectError::Finished),
        }
    }
}

/// Game number `number`, from 1, of a file: Piskvork's `.psq`, `.sgf`, RenLib's `.lib`, a plain list of moves, or our text with
/// one game a line. `rule` is that of files that name none.
///
/// # Errors
/// [`SubjectError`] if the file is wrong or has no such game.
pub fn read_game(path: &Path, number: usize, rule: Rule) -> Result<GameRecord, SubjectError> {
    let content = read_file(path)?;
    let name = path.display().to_string();
    let games =
        read_bytes(&content, rule).map_err(|source| SubjectError::Record { path: name.clone(), source })?;
    let count = games.len();
    if count == 0 {
        return Err(SubjectError::NoGame { path: name });
    }
    let game = number.checked_sub(1).and_then(|index| games.into_iter().nth(index));
    game.ok_or(SubjectError::Game { path: name, count, found: number })
}

fn read(path: &Path) -> Result<String, SubjectError> {
    Ok(String::from_utf8_lossy(&read_file(path)?).into_owned())
}

fn read_file(path: &Path) -> Result<Vec<u8>, SubjectError> {
    crate::files::read(path, crate::files::MAX_BYTES)
        .map_err(|source| SubjectError::Read { path: path.display().to_string(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_with_and_without_blanks() {
        let size = BoardSize::default();
        let spaced = Subject::from_moves("h8 i9 j10", size, Rule::Renju).unwrap();
        let packed = Subject::from_moves("h8i9, J10", size, Rule::Renju).unwrap();
        assert_eq!(spaced.board, packed.board);
        assert_eq!(spaced.board.history().len(), 3);
    }

    #[test]
    fn forbidden_moves_of_the_past_are_found() {
        let moves = "h9 a1 h10 a3 i8 o1 j8 o15 h8 a15";
        let renju = Subject::from_moves(moves, BoardSize::default(), Rule::Renju).unwrap();
        let found = renju.forbidden_moves();
        assert_eq!(found.len(), 1);
        assert_eq!(
            (found[0].0, crate::board::square_name(found[0].1, BoardSize::default())),
            (9, "h8".to_owned())
        );
        let free = Subject::from_moves(moves, BoardSize::default(), Rule::Freestyle).unwrap();
        assert!(free.forbidden_moves().is_empty());
    }

    #[test]
    fn wrong_moves_are_quoted() {
        let error = |moves: &str| {
            Subject::from_moves(moves, BoardSize::default(), Rule::Freestyle).unwrap_err().to_string()
        };
        assert_eq!(error("h8 z99"), "expected a square such as h8, found \"z99\"");
        assert_eq!(error("h8 i9 h8"), "move 3: the square is not empty");
        assert_eq!(error("a1 b1 a2 b2 a3 b3 a4 b4 a5"), SubjectError::Finished.to_string());
    }
}
