//! The settings with their ranges and defaults, and how the memory limit is divided.

use crate::rules::Rule;
use crate::search::{MAX_THREADS, Parameter, Parameters};

/// The widest range of candidate moves.
const MAX_CANDIDATE_RANGE: u8 = 5;

/// Memory of the process besides the transposition table and the threads: code, pattern tables, networks,
/// allocator, system libraries. The peak resident size with the smallest table after games of three rules is
/// 10.5 MiB on Linux, 11.5 MiB in a debug build. The Windows executable under wine
/// takes 7 MiB more, measured before there were networks; managers there count the pages of shared libraries,
/// too.
const FIXED_BYTES: u64 = 16 << 20;
/// 1 / this of the limit is left free: a process above the limit loses the game, a larger table wins none.
const FREE_PART: u64 = 32;
/// Stack and tables of each search thread, of which a search of several lines has two: 0.65 and 1.4 MiB were
/// measured.
const THREAD_BYTES: u64 = 3 << 19;
/// Size of the table without a limit or request.
const DEFAULT_TABLE_BYTES: u64 = 256 << 20;
/// Smallest table; below that even a short search forgets everything.
const MIN_TABLE_BYTES: u64 = 64 << 10;
/// Largest table without a request: larger ones pay only in searches of many minutes.
const MAX_UNASKED_BYTES: u64 = 1 << 30;
/// Largest table at all.
const MAX_TABLE_BYTES: u64 = 64 << 30;

/// The time limits in milliseconds, as the manager sent them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeSettings {
    /// Limit of one move; 0 or less means to move at once, `None` no limit.
    pub turn_ms: Option<i64>,
    /// Limit of the whole game; 0 or less means no such limit.
    pub match_ms: Option<i64>,
    /// Added to the time left after every move, at least 0.
    pub increment_ms: i64,
    /// Moves that the time left must last for, from 1; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// Whether the engine ponders: a move may then take longer.
    pub pondering: bool,
}

/// The settings of an engine; they survive the start of a new game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Settings {
    /// The rule; freestyle by default.
    pub rule: Rule,
    /// Search threads, `1..=MAX_THREADS`; 1 by default.
    pub threads: usize,
    /// Memory that the whole process may use, in bytes; 0, the default, means no limit.
    pub max_memory: u64,
    /// Requested size of the transposition table in bytes; never overrides `max_memory`.
    pub hash_bytes: Option<u64>,
    /// Time limits.
    pub time: TimeSettings,
    /// Maximum depth, from 1; `None` by default.
    pub depth: Option<u32>,
    /// Maximum nodes of a search, from 1; `None` by default.
    pub nodes: Option<u64>,
    /// Range of candidate moves around the stones, 0 to 5; see
    /// [`Limits::candidate_range`](crate::search::Limits::candidate_range).
    pub candidate_range: u8,
    /// Moves at most this much worse than the best may be played, centi-units; 0 for none.
    pub variety: u16,
    /// The tunable numbers of the search.
    pub parameters: Parameters,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            rule: Rule::Freestyle,
            threads: 1,
            max_memory: 0,
            hash_bytes: None,
            time: TimeSettings::default(),
            depth: None,
            nodes: None,
            candidate_range: 0,
            variety: 0,
            parameters: Parameters::default(),
        }
    }
}

/// A change of one setting. Values out of range are clamped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Change {
    /// The rule of the game.
    Rule(Rule),
    /// Number of search threads.
    Threads(u64),
    /// Memory of the process in bytes, 0 for no limit.
    MaxMemory(u64),
    /// Size of the transposition table in bytes, 0 for the default.
    HashBytes(u64),
    /// Milliseconds for a move; 0 or less means to move at once.
    TurnMs(i64),
    /// Milliseconds for a game; 0 or less means no limit.
    MatchMs(i64),
    /// Milliseconds left in this game; 0 or less means to move at once, 2147483647 means no limit.
    LeftMs(i64),
    /// Milliseconds gained with every move.
    IncrementMs(i64),
    /// Moves that the time left must last for; `None` or 0 for the rest of the game.
    MovesToGo(Option<u32>),
    /// No time limit of any kind, as at first.
    NoTimes,
    /// Whether the engine may ponder.
    Pondering(bool),
    /// Maximum depth, `None` or 0 for no limit.
    Depth(Option<u32>),
    /// Maximum nodes of a search, `None` or 0 for no limit.
    Nodes(Option<u64>),
    /// Range of candidate moves around the stones, 0 to 5.
    CandidateRange(u8),
    /// Moves at most this much worse than the best may be played, centi-units; 0 for none.
    Variety(u16),
    /// A tunable number of the search.
    Search(&'static Parameter, i64),
}

impl Change {
    /// Whether it changes the time of a running search.
    pub(super) const fn is_time(self) -> bool {
        matches!(
            self,
            Self::TurnMs(_)
                | Self::MatchMs(_)
                | Self::LeftMs(_)
                | Self::IncrementMs(_)
                | Self::MovesToGo(_)
                | Self::NoTimes
        )
    }
}

impl Settings {
    /// Applies a change. The time left is no setting but a state of the clock.
    pub fn apply(&mut self, change: Change) {
        match change {
            Change::Rule(rule) => self.rule = rule,
            Change::Threads(count) => {
                self.threads = usize::try_from(count).unwrap_or(MAX_THREADS).clamp(1, MAX_THREADS);
            }
            Change::MaxMemory(bytes) => self.max_memory = bytes,
            Change::HashBytes(bytes) => self.hash_bytes = (bytes > 0).then_some(bytes),
            Change::TurnMs(ms) => self.time.turn_ms = Some(ms),
            Change::MatchMs(ms) => self.time.match_ms = Some(ms),
            Change::LeftMs(_) => {}
            Change::IncrementMs(ms) => self.time.increment_ms = ms.max(0),
            Change::MovesToGo(moves) => self.time.moves_to_go = moves.filter(|&moves| moves > 0),
            Change::NoTimes => {
                self.time = TimeSettings { pondering: self.time.pondering, ..TimeSettings::default() };
            }
            Change::Pondering(is_on) => self.time.pondering = is_on,
            Change::Depth(depth) => self.depth = depth.filter(|&d| d > 0),
            Change::Nodes(nodes) => self.nodes = nodes.filter(|&n| n > 0),
            Change::CandidateRange(level) => self.candidate_range = level.min(MAX_CANDIDATE_RANGE),
            Change::Variety(centi) => self.variety = centi,
            Change::Search(parameter, value) => self.parameters.set(parameter, value),
        }
    }
}

/// Size of the transposition table such that the process stays below `max_memory` bytes (0 for no limit),
/// given the requested size and the number of threads. Never below the smallest table.
pub(super) fn table_bytes(max_memory: u64, wish: Option<u64>, threads: usize) -> usize {
    let allowed = match max_memory {
        0 => u64::MAX,
        limit => limit.saturating_sub(FIXED_BYTES + THREAD_BYTES * threads as u64 + limit / FREE_PART),
    };
    let default = if max_memory == 0 { DEFAULT_TABLE_BYTES } else { MAX_UNASKED_BYTES };
    let bytes = wish.unwrap_or(default).min(allowed).clamp(MIN_TABLE_BYTES, MAX_TABLE_BYTES);
    usize::try_from(bytes).unwrap_or(usize::MAX / 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_fits_into_the_limit_together_with_the_rest() {
        for limit in [40 << 20, 350 << 20, 367_001_600, 800 << 20] {
            for threads in [1, 4] {
                let rest = FIXED_BYTES + THREAD_BYTES * threads + limit / FREE_PART;
                assert_eq!(table_bytes(limit, None, threads as usize) as u64 + rest, limit);
            }
        }
    }

    #[test]
    fn tiny_limits_give_a_small_table_and_huge_ones_a_sane_one() {
        for limit in [1, 4096, 1 << 20, 12 << 20] {
            assert_eq!(table_bytes(limit, Some(u64::MAX), MAX_THREADS) as u64, MIN_TABLE_BYTES);
        }
        assert_eq!(table_bytes(0, None, 1), 256 << 20);
        assert_eq!(table_bytes(i64::MAX as u64, None, 1) as u64, MAX_UNASKED_BYTES);
        assert_eq!(table_bytes(u64::MAX, None, 1) as u64, MAX_UNASKED_BYTES);
    }

    #[test]
    fn a_wish_counts_within_the_limit_only() {
        assert_eq!(table_bytes(0, Some(32 << 20), 1), 32 << 20);
        assert!(table_bytes(100 << 20, Some(4 << 30), 1) < 100 << 20);
    }
}
