//! The benchmark: fixed positions at a fixed depth. Its node count is the signature that only functional
//! changes alter.

use std::io::{self, Write};
use std::time::Duration;

use crate::board::{Board, parse_squares};
use crate::clock::Instant;
use crate::eval::Networks;
use crate::geometry::BoardSize;
use crate::rules::Rule;
use crate::search::{Limits, Searcher, Silent, nodes_per_second};
use crate::stop::StopHandle;

/// Default depth of the benchmark, plies.
pub const DEFAULT_DEPTH: u32 = 9;
/// Transposition table of the benchmark. Another size gives another node count.
const TABLE_BYTES: usize = 16 << 20;

/// Positions from self-play games: rule, side of the board, moves.
const POSITIONS: &[(Rule, i64, &str)] = &[
    (Rule::Freestyle, 15, "g9 j9 e5 h8 e7 e6"),
    (Rule::Freestyle, 15, "g9 j9 e5 h8 e7 e6 g8 i6 d6 f8 g5 f6 f4"),
    (Rule::Freestyle, 20, "h10 l13 j8 i9 j10 j9 i8 g10"),
    (Rule::Freestyle, 20, "h10 l13 j8 i9 j10 j9 i8 g10 l8 k8 k9 i11 l10 m11 l7"),
    (Rule::Standard, 15, "k5 j10 i5 i7"),
    (Rule::Standard, 20, "k9 i12 k8 k7 l8 l9 j11 j10 p5"),
    (Rule::Standard, 20, "k9 i12 k8 k7 l8 l9 j11 j10 p5 k11 o5 n5 i10 h9 o6 h8"),
    (Rule::Renju, 15, "g11 g8 i5 e11 e10 i6"),
    (Rule::Renju, 15, "g11 g8 i5 e11 e10 i6 h7 h8 j8 f8 d8 d10 g9 e9"),
    (Rule::Renju, 20, "h11 l7 h8 k6 h9 h10 j7 j5 m8"),
    (Rule::Caro, 15, "k6 j10 i5 k11 i9 j12 j6 l10"),
    (Rule::Caro, 20, "i13 i7 h9 h8 g9 i8 j8 f9 i10 h7 g8 j11 j9"),
    (Rule::ExactCaro, 15, "j5 g7 e5 k5 i7 j8 g6 i8 k8"),
    (Rule::ExactCaro, 20, "m7 i7 h7 i9 j8 k10 i5"),
];

/// The result of a benchmark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchResult {
    /// Nodes of all positions; the same on every machine.
    pub nodes: u64,
    /// Time for all positions.
    pub elapsed: Duration,
    /// Whether all positions were searched; otherwise `nodes` is no signature.
    pub is_complete: bool,
}

impl BenchResult {
    /// Nodes per second.
    pub fn nodes_per_second(&self) -> u64 {
        nodes_per_second(self.nodes, self.elapsed)
    }
}

/// Node count of the benchmark with these networks.
pub fn node_count(networks: &Networks, depth: u32) -> u64 {
    measure(&StopHandle::new(), networks, depth, |_, _, _| {}).nodes
}

/// Searches all positions to a depth with one thread, calling `each` with the number, rule and nodes of each,
/// until `stop` ends it. An interrupted position does not count.
pub fn measure(
    stop: &StopHandle,
    networks: &Networks,
    depth: u32,
    mut each: impl FnMut(usize, Rule, u64),
) -> BenchResult {
    let start = Instant::now();
    let mut nodes = 0;
    for ((rule, board), number) in boards().zip(1..) {
        let limits = Limits::depth(depth);
        let mut searcher = Searcher::new(TABLE_BYTES);
        searcher.set_networks(networks.clone());
        let result = searcher.search(&board, rule, &limits, stop, &mut Silent);
        if stop.is_stopped() {
            break;
        }
        nodes += result.progress.nodes;
        each(number, rule, result.progress.nodes);
    }
    BenchResult { nodes, elapsed: start.elapsed(), is_complete: !stop.is_stopped() }
}

/// The positions of the benchmark, with their rules.
pub fn boards() -> impl Iterator<Item = (Rule, Board)> {
    POSITIONS.iter().filter_map(|&(rule, side, moves)| Some((rule, set_up(side, moves)?)))
}

/// Runs the benchmark until `stop` ends it, and writes a report; the last two lines are the node count and
/// the speed. Returns whether all positions were searched; otherwise neither is reported.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(stop: &StopHandle, out: &mut dyn Write, networks: &Networks, depth: u32) -> io::Result<bool> {
    let mut lines = Ok(());
    let result = measure(stop, networks, depth, |number, rule, nodes| {
        let line = writeln!(out, "position {number:2}  {:<10} {nodes:>10} nodes", rule.name());
        if lines.is_ok() {
            lines = line;
        }
    });
    lines?;
    writeln!(out, "time   {} ms", result.elapsed.as_millis())?;
    if !result.is_complete {
        writeln!(out, "interrupted before the last position")?;
        return Ok(false);
    }
    writeln!(out, "{} nodes", result.nodes)?;
    writeln!(out, "{} nps", result.nodes_per_second())?;
    Ok(true)
}

fn set_up(width: i64, moves: &str) -> Option<Board> {
    let size = BoardSize::new(width, width).ok()?;
    Board::with_moves(size, parse_squares(moves, size).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_can_be_set_up() {
        for (_, side, moves) in POSITIONS {
            assert!(set_up(*side, moves).is_some(), "{moves}");
        }
    }
}
