//! Game records.

use std::fmt;

use super::Setup;
use crate::board::{Board, BoardError};
use crate::geometry::{BoardSize, ByColor, Color, Square};
use crate::rules::Rule;

/// A game with its metadata.
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
    /// Whether the game continues after wins, as Piskvork's continuous game.
    pub continuous: bool,
    /// The players.
    pub names: ByColor<String>,
    /// Number of opening moves, not chosen by the players.
    pub opening: usize,
    /// The position before the first move.
    pub setup: Setup,
    /// All moves, with alternating colours, black first unless `setup` says otherwise. A forbidden move that
    /// lost the game is the last one; illegal moves are not recorded.
    pub moves: Vec<RecordedMove>,
    /// Who won.
    pub result: GameResult,
    /// How the game ended.
    pub termination: Termination,
    /// Details of the end, or empty.
    pub remark: String,
    /// What else is known of the game, by the names of properties of SGF: `EV` the tournament, `RO` the
    /// round, `DT` the date, `PC` the place, `ON` the opening.
    pub details: Vec<(String, String)>,
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
            details: Vec::new(),
        }
    }

    /// The first of the [`details`](Self::details) of a name.
    pub fn detail(&self, name: &str) -> Option<&str> {
        self.details.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Adds a move without score and time.
    pub fn push(&mut self, square: Square) {
        self.moves.push(RecordedMove { square, score: None, time_ms: None });
    }

    /// Whether a move is on this square, for readers of games without set-up stones.
    pub(super) fn has_move_on(&self, square: Square) -> bool {
        self.squares().any(|other| other == square)
    }

    /// The squares in the order of the moves.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        self.moves.iter().map(|m| m.square)
    }

    /// The colour of a move by index from 0.
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

/// A move with the player's score and time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedMove {
    /// The square.
    pub square: Square,
    /// Score in centi-units for the player who moved, with wins and losses in plies beyond ±28,976 as in
    /// [`Score`](crate::eval::Score); `None` if unknown.
    pub score: Option<i16>,
    /// Time taken, in milliseconds; `None` if unknown.
    pub time_ms: Option<u32>,
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// A player has won.
    Win(Color),
    /// A draw.
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
    /// A player sent an invalid answer.
    Protocol,
    /// A player resigned.
    Resignation,
    /// Adjudicated: both players reported a win of the same side.
    AdjudicatedWin,
    /// The limit of moves was reached.
    AdjudicatedDraw,
    /// The game was broken off.
    Unfinished,
    /// Unknown, as often in other programs' records.
    Unknown,
}

impl Termination {
    /// All terminations.
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

    /// The name in files and reports.
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

    /// The termination with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|termination| termination.name() == name)
    }

    /// Whether the loser violated rules, protocol or limits.
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
