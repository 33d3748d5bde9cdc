//! What several tools share.

use std::error::Error;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use thiserror::Error;

use crate::training_games::TrainingError;

/// A file of training records that cannot be used.
#[derive(Debug, Error)]
#[error("{}: {source}", file.display())]
pub(super) struct RecordFileError {
    /// Its name.
    pub(super) file: PathBuf,
    /// Why.
    pub(super) source: TrainingError,
}

impl RecordFileError {
    /// Adds the name to an error.
    pub(super) fn of(file: &Path) -> impl Fn(TrainingError) -> Self {
        |source| Self { file: file.to_owned(), source }
    }
}

use crate::cli::args::EffortArgs;
use rustgomo::eval::Networks;
use rustgomo::search::Searcher;

/// Whether all went well, or what went wrong before there was anything to report.
pub(in crate::cli) type ToolResult = Result<bool, Box<dyn Error>>;

/// Writes a report for machines, indented so that people can read it too.
pub(super) fn write_json(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}

/// Writes one of several reports for machines, on a line of its own.
pub(super) fn write_json_line(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}

/// A searcher with the threads, the table and the networks that the arguments name.
pub(super) fn searcher(limit: &EffortArgs, networks: Networks) -> Searcher {
    let mut searcher = Searcher::new(limit.table_bytes());
    searcher.set_threads(limit.threads());
    searcher.set_networks(networks);
    searcher
}

/// Runs work on so many threads; 0 takes all cores.
pub(super) fn on_threads<R: Send>(
    threads: usize,
    work: impl FnOnce() -> R + Send,
) -> Result<R, Box<dyn Error>> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    Ok(pool.install(work))
}
