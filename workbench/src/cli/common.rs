//! What the tools share: networks, progress, reports and colours.

use std::error::Error;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use thiserror::Error;

use super::meter::{ProgressMeter, interrupt_on_ctrl_c};
use crate::interrupt::Interrupt;
use crate::options::NetworkOptions;
use crate::training_games::TrainingError;
use rustgomo::engine::network_files::{NetworkFileError, networks};
use rustgomo::eval::Networks;

/// Whether the exit code is 0, or an error before there was anything to report.
pub(super) type ToolResult = Result<bool, Box<dyn Error>>;

/// A file of training records that cannot be used.
#[derive(Debug, Error)]
#[error("{}: {source}", file.display())]
pub(super) struct RecordFileError {
    file: PathBuf,
    source: TrainingError,
}

impl RecordFileError {
    /// Adds the file's name to an error.
    pub(super) fn of(file: &Path) -> impl Fn(TrainingError) -> Self {
        |source| Self { file: file.to_owned(), source }
    }
}

/// Loads the networks and writes warnings about ignored files to standard error. A damaged network is an error: results with
/// the classical evaluation in its place would be misleading.
pub(super) fn load_networks(options: &NetworkOptions) -> Result<Networks, NetworkFileError> {
    let loaded = networks(&options.network, options.classical)?;
    for warning in loaded.warnings() {
        // Standard error may be closed.
        let _ = writeln!(io::stderr(), "warning: {warning}");
    }
    loaded.networks.check()?;
    Ok(loaded.networks)
}

/// Runs work that Ctrl-C interrupts, with a progress meter on standard error.
pub(super) fn with_progress<R>(work: impl FnOnce(&Interrupt, &ProgressMeter) -> R) -> R {
    let meter = ProgressMeter::new();
    let result = work(&interrupt_on_ctrl_c(), &meter);
    meter.finish();
    result
}

/// Runs such work on a number of threads; 0 uses all cores.
pub(super) fn with_threads<R: Send>(
    threads: usize,
    work: impl FnOnce(&Interrupt, &ProgressMeter) -> R + Send,
) -> Result<R, Box<dyn Error>> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    Ok(with_progress(|interrupt, meter| pool.install(|| work(interrupt, meter))))
}

/// Writes a report to standard output, as JSON or as text.
pub(super) fn write_report<T: Serialize>(
    json: bool,
    report: &T,
    write_text: impl FnOnce(&T, &mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let out = &mut io::stdout().lock();
    if json { write_json(out, report) } else { write_text(report, out) }
}

/// Writes indented JSON.
pub(super) fn write_json(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}

/// Writes JSON on one line.
pub(super) fn write_json_line(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}

/// Whether standard output is coloured: on a terminal, unless `NO_COLOR` is set (<https://no-color.org>).
pub(super) fn has_colors() -> bool {
    let is_refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    io::stdout().is_terminal() && !is_refused
}
