//! From arguments to calls of the tools, one file a tool. Each answers whether all went well, for the exit code.

mod analyze;
mod opening;
mod pictures;
mod review;
mod speedtest;

use std::error::Error;
use std::io::{self, Write};

use serde::Serialize;

pub(super) use analyze::analyze_position;
pub(super) use opening::opening;
pub(super) use review::review_game;
pub(super) use speedtest::speedtest;

/// Whether all went well, or what went wrong before there was anything to report.
pub(super) type Outcome = Result<bool, Box<dyn Error>>;

fn write_json(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}

/// Runs work on so many threads; 0 takes all cores.
fn on_threads<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> Result<R, Box<dyn Error>> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    Ok(pool.install(work))
}
