//! Progress on standard error, as a bar on a terminal and as lines elsewhere; and Ctrl-C.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use parking_lot::Mutex;

use crate::interrupt::Interrupt;
use crate::meter::Meter;

/// Interval of lines.
const LINE_INTERVAL: Duration = Duration::from_secs(10);

/// Shows progress on standard error.
#[derive(Debug)]
pub(super) struct ProgressMeter {
    /// `None` if standard error is not a terminal.
    bar: Option<ProgressBar>,
    lines: Mutex<Lines>,
}

/// State of line output.
#[derive(Debug)]
struct Lines {
    /// Time of the last line.
    last: Instant,
    /// Start time, and the units done before.
    start: Option<(Instant, u64)>,
}

impl Lines {
    /// Estimated time left.
    fn left(&mut self, done: u64, goal: u64) -> Option<Duration> {
        let (begin, before) = *self.start.get_or_insert((Instant::now(), done));
        let share = (goal.saturating_sub(done)) as f64 / done.checked_sub(before)? as f64;
        Duration::try_from_secs_f64(begin.elapsed().as_secs_f64() * share).ok()
    }
}

impl ProgressMeter {
    pub(super) fn new() -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {msg} {elapsed}, {eta} left");
            let bar = ProgressBar::new(0);
            style.map_or_else(|_| bar.clone(), |style| bar.clone().with_style(style))
        });
        Self { bar, lines: Mutex::new(Lines { last: Instant::now(), start: None }) }
    }

    /// Removes the bar.
    pub(super) fn finish(&self) {
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
        let mut lines = self.lines.lock();
        let left = lines.left(done, total);
        if lines.last.elapsed() >= LINE_INTERVAL {
            lines.last = Instant::now();
            let left = left.map_or_else(String::new, |left| format!(", {} left", HumanDuration(left)));
            let note = if note.is_empty() { String::new() } else { format!(" {note}") };
            // A failure to write progress does not end the work.
            let _ = writeln!(io::stderr(), "{done}/{total}{note}{left}");
        }
    }
}

/// An interruption that Ctrl-C raises. A second Ctrl-C has no further effect.
pub(super) fn interrupt_on_ctrl_c() -> Interrupt {
    let interrupt = Interrupt::default();
    let raised = interrupt.clone();
    on_ctrl_c(move || raised.raise());
    interrupt
}

/// Calls `act` at every Ctrl-C instead of ending the program.
pub(super) fn on_ctrl_c(act: impl Fn() + Send + 'static) {
    // Without a handler Ctrl-C ends the program at once.
    let _ = ctrlc::set_handler(act);
}
