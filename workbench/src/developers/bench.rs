//! Search speed by number of threads.

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;

use crate::meter::Meter;
use rustgomo::StopHandle;
use rustgomo::search::{Limits, Searcher, Silent, bench, nodes_per_second};

/// Speed with one number of threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Speed {
    /// Search threads.
    pub threads: usize,
    /// Nodes of all positions.
    pub nodes: u64,
    /// Seconds for all positions.
    pub seconds: f64,
    pub nodes_per_second: u64,
    /// Speed relative to the first number of threads, to two digits.
    pub speedup: f64,
    /// Mean completed depth in plies.
    pub mean_depth: f64,
}

/// Searches the bench positions with each number of threads, each to these limits. After an interruption the
/// results are incomplete.
pub fn measure(
    threads: &[usize],
    limits: &Limits,
    table_bytes: usize,
    stop: &StopHandle,
    meter: &dyn Meter,
) -> Vec<Speed> {
    let positions: Vec<_> = bench::boards().collect();
    let total = (threads.len() * positions.len()) as u64;
    let mut speeds: Vec<Speed> = Vec::new();
    for (round, &count) in threads.iter().enumerate() {
        let mut speed = Speed { threads: count, ..Speed::default() };
        let (mut elapsed, mut depths) = (Duration::ZERO, 0);
        for (i, (rule, board)) in positions.iter().enumerate() {
            let mut searcher = Searcher::new(table_bytes);
            searcher.set_threads(count);
            let result = searcher.search(board, *rule, limits, stop, &mut Silent).progress;
            if stop.is_stopped() {
                return speeds;
            }
            speed.nodes += result.nodes;
            depths += result.complete_depth();
            elapsed += result.elapsed;
            meter.advance((round * positions.len() + i + 1) as u64, total, &format!("{count} threads"));
        }
        speed.nodes_per_second = nodes_per_second(speed.nodes, elapsed);
        let first = speeds.first().map_or(speed.nodes_per_second, |first| first.nodes_per_second).max(1);
        let percent = u128::from(speed.nodes_per_second) * 100 / u128::from(first);
        speed.speedup = f64::from(percent as u32) / 100.0;
        speed.mean_depth = f64::from(depths) / f64::from(positions.len() as u32);
        speed.seconds = elapsed.as_secs_f64();
        speeds.push(speed);
    }
    speeds
}

/// Writes the speeds as a table.
pub fn write_table(out: &mut dyn Write, speeds: &[Speed]) -> io::Result<()> {
    writeln!(out, "threads         nodes  seconds  nodes/second  speedup  mean depth")?;
    for speed in speeds {
        let Speed { threads, nodes, seconds, nodes_per_second, speedup, mean_depth } = speed;
        writeln!(
            out,
            "{threads:>7}  {nodes:>12}  {seconds:>7.2}  {nodes_per_second:>12}  {speedup:>6.2}x  {mean_depth:>10.2}"
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meter::NoMeter;

    #[test]
    fn speed_is_measured_for_each_number_of_threads() {
        let none = StopHandle::new();
        // A limit of depth, since a short time may not suffice for a search on a busy machine.
        let limits = Limits::depth(2);
        let speeds = measure(&[1, 2], &limits, 1 << 20, &none, &NoMeter);
        assert_eq!(speeds.iter().map(|speed| speed.threads).collect::<Vec<_>>(), [1, 2]);
        let is_measured = |speed: &Speed| {
            let Speed { nodes, seconds, nodes_per_second, mean_depth, .. } = *speed;
            nodes > 0 && nodes_per_second > 0 && seconds > 0.0 && mean_depth > 1.0 && mean_depth <= 2.0
        };
        assert!(speeds.iter().all(is_measured), "{speeds:?}");
        none.stop();
        let endless = Limits::default();
        assert!(measure(&[1], &endless, 1 << 20, &none, &NoMeter).is_empty());
    }
}
