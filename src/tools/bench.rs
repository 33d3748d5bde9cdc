//! Fixed positions to a fixed depth.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Instant;

use crate::board::Board;
use crate::geometry::BoardSize;
use crate::rules::Rule;
use crate::search::{Control, Limits, Searcher, Silent, TimeBudget};

const DEFAULT_DEPTH: u32 = 8;
const TABLE_BYTES: usize = 16 << 20;

/// Searches the empty board of every rule and writes the sum of the nodes, and the speed.
///
/// # Errors
/// Whatever the writer reports.
pub fn run(out: &mut dyn Write, depth: Option<u32>) -> io::Result<()> {
    let limits = Limits { depth: Some(depth.unwrap_or(DEFAULT_DEPTH)), ..Limits::default() };
    let started = Instant::now();
    let mut nodes = 0;
    for rule in Rule::ALL {
        let mut searcher = Searcher::new(TABLE_BYTES);
        let Ok(size) = BoardSize::new(15, 15) else { continue };
        let control = Arc::new(Control::new(Instant::now(), TimeBudget::UNLIMITED));
        let result = searcher.search(&Board::new(size), rule, &limits, &control, &mut Silent);
        nodes += result.progress.nodes;
        writeln!(out, "{} {:?} {}", rule.name(), result.best, result.progress.nodes)?;
    }
    let speed = u128::from(nodes) * 1000 / started.elapsed().as_millis().max(1);
    writeln!(out, "{nodes} nodes {speed} nps")
}
