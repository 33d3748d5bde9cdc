//! What several lines cost, and whether the first is what a search of one line finds at the same depth:
//! `cargo run --release --example lines -- POSITIONS DEPTH LINES`, by default 200, 8 and 5.
//!
//! Positions come from the shipped openings, a few moves of short searches behind each. Every search begins with empty
//! tables.

#![expect(clippy::print_stdout, reason = "a program of its own")]

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustgomo::board::{Board, square_name};
use rustgomo::opening::embedded::SETS;
use rustgomo::rules::{Outcome, Rule, outcome};
use rustgomo::search::{Control, Limits, SearchResult, Searcher, Silent, TimeBudget};

const TABLE_BYTES: usize = 16 << 20;
/// Nodes of the moves that are played from the openings,
const MOVE_NODES: u64 = 300;
/// and how many of them: the numbers from 0 on take turns.
const MOVES: usize = 12;

fn main() -> Result<(), Box<dyn Error>> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u32>());
    let mut number = |default| numbers.next().unwrap_or(Ok(default));
    let (count, depth, lines) = (number(200)?, number(8)?, number(5)?);
    let one = Limits { depth: Some(depth), ..Limits::default() };
    let several = Limits { lines, analysis: true, ..one.clone() };
    let (mut compared, mut same_move, mut same_both) = (0, 0, 0);
    let mut sums = [Work::default(), Work::default()];
    let positions = positions(count as usize)?;
    for (rule, board) in &positions {
        let single = sums[0].add(board, *rule, &one);
        let multi = sums[1].add(board, *rule, &several);
        if single.progress.depth != depth && !single.progress.score.is_decided() {
            // A forced move is answered without a search, so there is no score of that depth.
            continue;
        }
        compared += 1;
        let first = multi.lines.first().map(|line| &line.progress);
        let is_same_move = first.and_then(|line| line.line.first().copied()) == single.best;
        let is_same_score = first.is_some_and(|line| line.score == single.progress.score);
        same_move += u32::from(is_same_move);
        same_both += u32::from(is_same_move && is_same_score);
        if !(is_same_move && is_same_score) {
            let name = |square| square_name(square, board.size());
            let (found, expected) = (first.map(|line| line.score), single.progress.score);
            println!("{} {found:?}, alone {:?} {expected}", rule.name(), single.best.map(name));
        }
    }
    println!("{} positions, {compared} compared at depth {depth}, {lines} lines", positions.len());
    println!("first line: same move {same_move}, same move and score {same_both}");
    for (work, lines) in sums.iter().zip([1, lines]) {
        println!("{lines} lines: {} nodes, {:.2} s", work.nodes, work.time.as_secs_f64());
    }
    println!(
        "factor: {:.2} in nodes, {:.2} in time",
        sums[1].nodes as f64 / sums[0].nodes.max(1) as f64,
        sums[1].time.as_secs_f64() / sums[0].time.as_secs_f64()
    );
    Ok(())
}

/// What searches cost.
#[derive(Default)]
struct Work {
    nodes: u64,
    time: Duration,
}

impl Work {
    fn add(&mut self, board: &Board, rule: Rule, limits: &Limits) -> SearchResult {
        let result = search(&mut Searcher::new(TABLE_BYTES), board, rule, limits);
        self.nodes += result.progress.nodes;
        self.time += result.progress.elapsed;
        result
    }
}

fn search(searcher: &mut Searcher, board: &Board, rule: Rule, limits: &Limits) -> SearchResult {
    let control = Arc::new(Control::new(Instant::now(), TimeBudget::UNLIMITED));
    searcher.search(board, rule, limits, &control, &mut Silent)
}

/// Positions of all shipped sets in turn; those that are decided by a few moves are left out.
fn positions(count: usize) -> Result<Vec<(Rule, Board)>, Box<dyn Error>> {
    let sets = SETS.map(|set| (set.rule, set.size(), set.read(set.size())));
    let mut found = Vec::new();
    let limits = Limits { nodes: Some(MOVE_NODES), ..Limits::default() };
    for number in 0.. {
        for (rule, size, set) in &sets {
            let openings = set.as_ref().map_err(ToString::to_string)?.openings();
            let Some(opening) = openings.get(number) else { return Ok(found) };
            let mut board = opening.board(*size)?;
            let mut searcher = Searcher::new(1 << 20);
            for _ in 0..number % MOVES {
                let Some(best) = search(&mut searcher, &board, *rule, &limits).best else { break };
                board.play(best)?;
            }
            if outcome(&board, *rule) == Outcome::Unfinished {
                found.push((*rule, board));
            }
            if found.len() == count {
                return Ok(found);
            }
        }
    }
    Ok(found)
}
