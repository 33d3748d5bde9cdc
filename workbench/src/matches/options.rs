//! What a match is.

use std::path::PathBuf;

use super::openings::Openings;
use super::sprt::Sprt;
use crate::shard::Shard;
use rustgomo::geometry::BoardSize;
use rustgomo::rules::Rule;

/// All that decides a match.
#[derive(Clone, Debug)]
pub struct MatchOptions {
    /// The players, two or more.
    pub engines: Vec<EngineOptions>,
    /// Who plays whom.
    pub format: Format,
    /// Games for each pair of players, rounded up to an even number.
    pub games: u64,
    /// Conditions of every game.
    pub conditions: Conditions,
    /// The openings; each is played twice, with colours swapped.
    pub openings: Openings,
    /// Games that run at the same time.
    pub concurrency: usize,
    /// Whether every game gets new processes, as in tournaments; else they are kept until one fails.
    pub fresh: bool,
    /// Whether the match goes on when a player's process has ended: the game then counts as lost, as in tournaments.
    /// Else it counts for nobody and ends the match, because a program that breaks down says nothing about strength.
    pub recovers: bool,
    /// Folder for a log of each process: what went through its pipes, and its standard error.
    pub log: Option<PathBuf>,
    /// The part of the match that is played here.
    pub shard: Shard,
    /// Test that may end a match of two players early.
    pub sprt: Option<Sprt>,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// Program and arguments, separated by blanks; quotation marks keep words with blanks together.
    pub command: String,
    /// Name in records and reports; what the engine calls itself otherwise.
    pub name: Option<String>,
    /// Additional `INFO` lines, key and value, sent after all others.
    pub infos: Vec<(String, String)>,
    /// Its limits, which need not be those of its opponents.
    pub limits: EngineLimits,
}

/// Who plays whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Everybody plays everybody.
    #[default]
    RoundRobin,
    /// The first player plays all others.
    Gauntlet,
}

/// Conditions of a game.
#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// When a game is broken off with a result.
    pub adjudication: Adjudication,
}

/// Limits of a player; `None` means unlimited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EngineLimits {
    /// Milliseconds for a move.
    pub turn_ms: Option<u32>,
    /// Milliseconds for all moves of a game.
    pub match_ms: Option<u32>,
    /// Milliseconds that it gains with every move, on top of `match_ms` (`INFO time_increment`; not sent if it is
    /// 0). Means nothing without `match_ms`.
    pub increment_ms: u32,
    /// Nodes for a move (`INFO max_node`).
    pub nodes: Option<u64>,
    /// Depth of a search in plies (`INFO max_depth`).
    pub depth: Option<u32>,
    /// Milliseconds beyond the limits of time before it loses.
    pub tolerance_ms: u32,
    /// Milliseconds for a move if there is no limit of time.
    pub patience_ms: u32,
    /// Milliseconds for the answer to `START`, which are not counted as thinking.
    pub start_ms: u32,
    /// Bytes of memory of its process (`INFO max_memory`).
    pub memory_bytes: u64,
    /// Whether a process with more memory loses.
    pub enforces_memory: bool,
    /// Threads (`INFO thread_num`); not sent if it is 1.
    pub threads: u32,
    /// Whether it is asked to show its scores (`INFO show_detail 1`), for records and adjudication.
    pub shows_scores: bool,
}

/// When a game is broken off with a result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// A win when both players have shown it for some moves.
    pub win: Option<AgreedWin>,
    /// A draw after so many moves, those of the opening included.
    pub draw_after: Option<usize>,
}

/// Both players agree on the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AgreedWin {
    /// The winner's score is at least this, the loser's at most its negative, in centi-units.
    pub score: i16,
    /// For so many moves of each, from 1.
    pub moves: u32,
}
