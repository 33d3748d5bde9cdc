//! One game.

use std::fmt;

use super::Setup;
use crate::board::{Board, BoardError};
use crate::geometry::{BoardSize, ByColor, Color, Square};
use crate::rules::Rule;

/// A game with all that is known about it.
///
/// # Examples
/// ```
/// use rustgomo::geometry::BoardSize;
/// use rustgomo::record::{GameRecord, GameResult, text};
/// use rustgomo::rules::Rule;
///
/// let size = BoardSize::new(15, 15)?;
/// let mut game = GameRecord::new(size, Rule::Renju);
/// game.push(size.center());
/// let line = text::write(&game);
/// assert_eq!(text::read_line(&line, 1)?, game);
/// assert_eq!(game.result, GameResult::Unfinished);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Number of the game in its match, from 1; 0 if it belongs to none.
    pub number: u64,
    /// Size of the board.
    pub size: BoardSize,
    /// Rule of the game.
    pub rule: Rule,
    /// Whether the game went on after a win, as Piskvork's continuous game does.
    pub continuous: bool,
    /// The players.
    pub names: ByColor<String>,
    /// How many of the first moves were given and not chosen by the players.
    pub opening: usize,
    /// What stands on the board before the first move.
    pub setup: Setup,
    /// All moves; the colours alternate, black first unless `setup` says otherwise. A forbidden move that lost the game is the last; an illegal one
    /// has no place here.
    pub moves: Vec<RecordedMove>,
    /// Who won.
    pub result: GameResult,
    /// How the game ended.
    pub termination: Termination,
    /// Details of the end for people; empty if there is nothing to say.
    pub remark: String,
}

impl GameRecord {
    /// A game without moves.
    pub fn new(size: BoardSize, rule: Rule) -> Self {
        Self {
            number: 0,
            size,
            rule,
            continuous: false,
            names: ByColor::default(),
            opening: 0,
            setup: Setup::default(),
            moves: Vec::new(),
            result: GameResult::Unfinished,
            termination: Termination::Unfinished,
            remark: String::new(),
        }
    }

    /// Adds a move of which neither score nor time are known.
    pub fn push(&mut self, square: Square) {
        self.moves.push(RecordedMove { square, score: None, time_ms: None });
    }

    /// The squares in the order of the moves.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        self.moves.iter().map(|m| m.square)
    }

    /// Who makes a move; the first has the index 0.
    pub const fn mover(&self, index: usize) -> Color {
        let first = self.setup.side_to_move;
        if index.is_multiple_of(2) { first } else { first.opponent() }
    }

    /// The board before the first move.
    ///
    /// # Errors
    /// [`BoardError`] if a stone of the set-up is off the board or a square has two.
    pub fn start(&self) -> Result<Board, BoardError> {
        self.setup.board(self.size)
    }

    /// The board after all moves.
    ///
    /// # Errors
    /// [`BoardError`] if a stone or a move is not on a free square of the board.
    pub fn board(&self) -> Result<Board, BoardError> {
        let mut board = self.start()?;
        for square in self.squares() {
            board.play(square)?;
        }
        Ok(board)
    }
}

/// A move and what the player said about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedMove {
    /// Where.
    pub square: Square,
    /// Score in centi-units from the point of view of the player who moved, with wins and losses in plies beyond
    /// ±28,976 as in [`Score`](crate::eval::Score); `None` if unknown.
    pub score: Option<i16>,
    /// Time taken, in milliseconds; `None` if unknown.
    pub time_ms: Option<u32>,
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// A player has won.
    Win(Color),
    /// Nobody has won.
    Draw,
    /// The game was broken off.
    Unfinished,
}

impl GameResult {
    /// All results.
    pub const ALL: [Self; 4] =
        [Self::Win(Color::Black), Self::Win(Color::White), Self::Draw, Self::Unfinished];

    /// The usual text: `1-0` if black has won, `0-1`, `1/2-1/2`, or `*`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win(Color::Black) => "1-0",
            Self::Win(Color::White) => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unfinished => "*",
        }
    }

    /// The result with this text.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|result| result.name() == name)
    }

    /// Twice the points of a player: 2, 1 or 0; `None` while unfinished.
    pub fn half_points(self, color: Color) -> Option<u8> {
        match self {
            Self::Win(winner) => Some(if winner == color { 2 } else { 0 }),
            Self::Draw => Some(1),
            Self::Unfinished => None,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Termination {
    /// A winning row.
    Five,
    /// No free square is left.
    FullBoard,
    /// Black played a forbidden move and lost.
    Forbidden,
    /// A move off the board or on an occupied square lost.
    Illegal,
    /// A player exceeded the time.
    Time,
    /// A player's process ended.
    Crash,
    /// A player used too much memory.
    Memory,
    /// A player answered with something that is no answer.
    Protocol,
    /// A player gave up.
    Resignation,
    /// Both players agreed on a won score.
    AdjudicatedWin,
    /// The limit of moves was reached.
    AdjudicatedDraw,
    /// The game was broken off.
    Unfinished,
    /// Nobody knows; other programs' records often do not say.
    Unknown,
}

impl Termination {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::Five,
        Self::FullBoard,
        Self::Forbidden,
        Self::Illegal,
        Self::Time,
        Self::Crash,
        Self::Memory,
        Self::Protocol,
        Self::Resignation,
        Self::AdjudicatedWin,
        Self::AdjudicatedDraw,
        Self::Unfinished,
        Self::Unknown,
    ];

    /// The word in files and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Five => "five",
            Self::FullBoard => "full-board",
            Self::Forbidden => "forbidden",
            Self::Illegal => "illegal",
            Self::Time => "time",
            Self::Crash => "crash",
            Self::Memory => "memory",
            Self::Protocol => "protocol",
            Self::Resignation => "resignation",
            Self::AdjudicatedWin => "adjudicated-win",
            Self::AdjudicatedDraw => "adjudicated-draw",
            Self::Unfinished => "unfinished",
            Self::Unknown => "unknown",
        }
    }

    /// The termination with this word.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|termination| termination.name() == name)
    }

    /// Whether the loser broke the rules, the protocol or the limits, instead of being outplayed.
    pub const fn is_failure(self) -> bool {
        matches!(
            self,
            Self::Forbidden | Self::Illegal | Self::Time | Self::Crash | Self::Memory | Self::Protocol
        )
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
