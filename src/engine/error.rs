//! What the engine cannot do.

use thiserror::Error;

use crate::board::BoardError;
use crate::files::AccessError;

/// Why the engine refuses a request. The game is then unchanged; a search that was running may have been cancelled.
#[derive(Debug, Error)]
pub enum EngineError {
    /// No board size was given yet.
    #[error("expected a board to be started first")]
    NoGame,
    /// Every square is taken.
    #[error("board full")]
    BoardFull,
    /// Every free square is excluded, or every one where the side to move may play.
    #[error("expected a free square that is not excluded")]
    AllExcluded,
    /// There is nothing to undo.
    #[error("expected a move to undo")]
    NoMoves,
    /// The move cannot be played.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// There is no stone to take back.
    #[error("expected a square with a stone")]
    NoStone,
    /// A Swap2 decision exists after 0, 3 and 5 stones only.
    #[error("expected 0, 3 or 5 stones, found {found}")]
    SwapStones {
        /// Stones that were given.
        found: usize,
    },
    /// There is no database to work on.
    #[error("expected a database to be in use")]
    NoDatabase,
    /// Work on the database is done one after the other.
    #[error("expected the work on the database to be over")]
    DatabaseBusy,
    /// The disk does not keep up with the searches.
    #[error("expected the database to keep up with the searches: what the last one found is not kept")]
    DatabaseSlow,
    /// The file may not be used.
    #[error(transparent)]
    Files(#[from] AccessError),
    /// The operating system gave no thread.
    #[error("expected to start a thread")]
    Thread(#[source] std::io::Error),
}
