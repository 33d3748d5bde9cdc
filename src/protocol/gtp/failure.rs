//! Why a command fails.

use std::io;

use thiserror::Error;

use crate::board::BoardError;
use crate::engine::EngineError;
use crate::opening::DialogueError;
use crate::record::RecordError;

/// Why a command is answered with `?`. Controllers know these texts.
#[derive(Debug, Error)]
pub(super) enum Failure {
    #[error("unknown command")]
    Unknown,
    #[error("syntax error")]
    Syntax,
    #[error("invalid color")]
    Color,
    #[error("invalid coordinate")]
    Coordinate,
    #[error("illegal move")]
    Illegal,
    #[error("unacceptable size")]
    Size,
    #[error("cannot undo")]
    Undo,
    #[error("cannot score")]
    Score,
    #[error("unsupported rules")]
    Rules,
    #[error("board not empty")]
    NotEmpty,
    #[error("invalid number of stones")]
    Stones,
    #[error("bad vertex list")]
    Vertices,
    #[error("stack empty")]
    NoTrial,
    #[error("no previous move known")]
    NoMove,
    #[error("cannot load file: {0}")]
    Load(#[source] io::Error),
    #[error("cannot load file: {}", .0.unquoted())]
    Record(#[from] RecordError),
    #[error("cannot load file: expected a game")]
    NoGame,
    #[error("cannot load file: expected a move at {0}")]
    NoMoveAt(String),
    #[error("cannot save file: {0}")]
    Save(#[source] io::Error),
    #[error("cannot print a game with passes or without alternating colors")]
    Irregular,
    #[error("too much waits")]
    Busy,
    #[error(transparent)]
    Opening(#[from] DialogueError),
    #[error(transparent)]
    Engine(EngineError),
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Board(BoardError::Occupied) => Self::Illegal,
            EngineError::Board(BoardError::OffBoard) => Self::Coordinate,
            EngineError::NoMoves => Self::Undo,
            error => Self::Engine(error),
        }
    }
}
