//! What the tools share: networks, progress and Ctrl-C, reports, colours.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
#[cfg(unix)]
use nix::sys::signal::{SigSet, Signal};
use parking_lot::Mutex;
use serde::Serialize;

use crate::meter::Meter;
use crate::options::NetworkOptions;
use crate::players::games::Told;
use crate::threads::pool;
use rustgomo::StopHandle;
use rustgomo::engine::network_files::{load_all, networks};
use rustgomo::eval::Networks;
use rustgomo::report::Versioned;
use rustgomo::rules::Rule;

/// Whether the exit code is 0, or an error before there was anything to report.
pub(super) type ToolResult = Result<bool>;

/// Writes to standard error what is to be told of files that were read.
pub(super) fn tell(told: &Told) {
    for (path, note) in &told.notes {
        // Standard error may be closed.
        let _ = writeln!(io::stderr(), "{}: {note}", path.display());
    }
}

/// Loads the networks and writes warnings about ignored files to standard error. A damaged network is an
/// error: results with the classical evaluation in its place would be misleading.
pub(super) fn load_networks(options: &NetworkOptions) -> Result<Networks> {
    let loaded = networks(&options.network, options.classical)?;
    for warning in loaded.notices() {
        // Standard error may be closed.
        let _ = writeln!(io::stderr(), "warning: {warning}");
    }
    loaded.networks.check()?;
    Ok(loaded.networks)
}

/// The networks of work under some rules. One for another rule would not be used.
pub(super) fn load_networks_of(rules: &[Rule], options: &NetworkOptions) -> Result<Networks> {
    for file in options.files() {
        let found: Vec<Rule> = load_all(file)?.iter().map(|network| network.rule).collect();
        ensure!(
            found.iter().any(|rule| rules.contains(rule)),
            "expected networks of --rule {}, found one of {} in {}",
            names(rules.iter().copied()),
            names(found),
            file.display()
        );
    }
    load_networks(options)
}

/// The names of rules, separated by commas.
pub(super) fn names(rules: impl IntoIterator<Item = Rule>) -> String {
    rules.into_iter().map(Rule::name).collect::<Vec<_>>().join(",")
}

/// Runs work that Ctrl-C interrupts, with a progress meter on standard error.
pub(super) fn with_progress<R>(work: impl FnOnce(&StopHandle, &ProgressMeter) -> R) -> R {
    work(&stop_on_ctrl_c(), &ProgressMeter::new(true))
}

/// Runs work with a progress bar on standard error, and nothing if that is no terminal.
pub(super) fn with_bar<R>(work: impl FnOnce(&dyn Meter) -> R) -> R {
    work(&ProgressMeter::new(false))
}

/// Runs work that Ctrl-C interrupts on a number of threads; 0 uses all cores.
pub(super) fn with_threads<R: Send>(
    threads: usize,
    work: impl FnOnce(&StopHandle, &ProgressMeter) -> R + Send,
) -> Result<R> {
    let pool = pool(threads)?;
    Ok(with_progress(|stop, meter| pool.install(|| work(stop, meter))))
}

/// Says on standard error that the figures of a report are those of a part of the work.
pub(super) fn tell_interruption(is_interrupted: bool) {
    if is_interrupted {
        // Standard error may be closed.
        let _ = writeln!(io::stderr(), "interrupted: these are the figures of a part");
    }
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

/// Writes an answer as indented JSON.
pub(super) fn write_json(out: &mut dyn Write, answer: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, &Versioned::new(answer))?;
    writeln!(out)
}

/// Writes an answer as JSON on one line.
pub(super) fn write_json_line(out: &mut dyn Write, answer: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, &Versioned::new(answer))?;
    writeln!(out)
}

/// Whether standard output is coloured: on a terminal, unless `NO_COLOR` is set (<https://no-color.org>).
pub(super) fn has_colors() -> bool {
    let is_refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    io::stdout().is_terminal() && !is_refused
}

/// Interval of lines.
const LINE_INTERVAL: Duration = Duration::from_secs(10);

/// What the time left is estimated of, such as one of several files.
#[derive(Clone, Copy, Debug)]
struct Work {
    /// Time of the first report.
    begin: Instant,
    /// Units done before.
    before: u64,
    /// Units done by the last report.
    done: u64,
    total: u64,
}

/// Shows progress on standard error.
#[derive(Debug)]
pub(super) struct ProgressMeter {
    /// `None` if standard error is not a terminal.
    bar: Option<ProgressBar>,
    /// Whether lines are written instead of the bar.
    tells_lines: bool,
    work: Mutex<Option<Work>>,
    /// Time of the last line.
    last_line: Mutex<Instant>,
}

impl ProgressMeter {
    /// A bar on a terminal. Elsewhere it `tells_lines` or nothing.
    pub(super) fn new(tells_lines: bool) -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {msg} {elapsed}, {eta} left");
            let bar = ProgressBar::new(0);
            // The template is valid.
            style.map_or_else(|_| bar.clone(), |style| bar.clone().with_style(style))
        });
        Self { bar, tells_lines, work: Mutex::new(None), last_line: Mutex::new(Instant::now()) }
    }

    /// Estimated time left; `None` for an unknown total, 0.
    fn left(&self, done: u64, total: u64) -> Option<Duration> {
        if total == 0 {
            return None;
        }
        let mut work = self.work.lock();
        // Threads may report a little out of order; less than half as much is another work.
        let is_same = |work: &Work| work.total == total && done >= work.done / 2;
        let new = || Work { begin: Instant::now(), before: done, done, total };
        let Work { begin, before, .. } = work.filter(is_same).unwrap_or_else(new);
        *work = Some(Work { begin, before, done, total });
        let share = (total.saturating_sub(done)) as f64 / done.checked_sub(before)? as f64;
        Duration::try_from_secs_f64(begin.elapsed().as_secs_f64() * share).ok()
    }
}

impl Drop for ProgressMeter {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Meter for ProgressMeter {
    fn advance(&self, done: u64, total: u64, note: &str) {
        if let Some(bar) = &self.bar {
            bar.set_length(total);
            bar.set_position(done);
            bar.set_message(note.to_owned());
            return;
        }
        if !self.tells_lines {
            return;
        }
        let left = self.left(done, total);
        let mut last_line = self.last_line.lock();
        if last_line.elapsed() >= LINE_INTERVAL {
            *last_line = Instant::now();
            let left = left.map_or_else(String::new, |left| format!(", {} left", HumanDuration(left)));
            let note = if note.is_empty() { String::new() } else { format!(" {note}") };
            let total = if total == 0 { String::new() } else { format!("/{total}") };
            // A failure to write progress does not end the work.
            let _ = writeln!(io::stderr(), "{done}{total}{note}{left}");
        }
    }
}

/// An interruption that Ctrl-C raises. A second Ctrl-C has no further effect.
pub(super) fn stop_on_ctrl_c() -> StopHandle {
    let stop = StopHandle::new();
    #[cfg(unix)]
    stop_on_termination(stop.clone());
    let handle = stop.clone();
    on_ctrl_c(move || handle.stop());
    stop
}

/// Takes the signal by which job managers and `kill` end a program for a Ctrl-C. Called before other threads
/// begin, which are then spared it.
#[cfg(unix)]
fn stop_on_termination(stop: StopHandle) {
    let mut signals = SigSet::empty();
    signals.add(Signal::SIGTERM);
    if signals.thread_block().is_ok() {
        std::thread::spawn(move || {
            while signals.wait().is_ok() {
                stop.stop();
            }
        });
    }
}

/// Calls `act` at every Ctrl-C instead of ending the program.
pub(super) fn on_ctrl_c(act: impl Fn() + Send + 'static) {
    // Without a handler Ctrl-C ends the program at once.
    let _ = ctrlc::set_handler(act);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_total_has_no_time_left() {
        let meter = ProgressMeter::new(false);
        assert_eq!(meter.left(1, 0), None);
        meter.left(1, 9);
        assert_eq!((meter.left(5, 0), meter.left(5, 9).is_some()), (None, true));
    }

    #[test]
    fn the_time_left_is_that_of_the_current_file() {
        const HOUR: Duration = Duration::from_secs(3600);
        let meter = ProgressMeter::new(true);
        // Each file has taken an hour.
        let finished = |total| {
            let begin = Instant::now().checked_sub(HOUR).unwrap();
            *meter.work.lock() = Some(Work { begin, before: 0, done: total, total });
        };
        for total in [100, 200] {
            finished(100);
            assert!(meter.left(50, 100).unwrap() >= HOUR);
            finished(100);
            assert_eq!(meter.left(0, total), None);
            assert!(meter.left(1, total).unwrap() < HOUR);
        }
    }
}
