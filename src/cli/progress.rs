//! Progress on the standard error stream: a bar with an estimate on a terminal, a line now and then elsewhere.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::tools::progress::Progress;

/// Time between two lines where there is no terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(10);

/// Shows progress to whoever started the tool.
pub(super) enum Meter {
    /// On a terminal.
    Bar(ProgressBar),
    /// In a log: when the last line was written.
    Lines(Instant),
}

impl Meter {
    /// A meter for one piece of work.
    pub(super) fn new() -> Self {
        if !io::stderr().is_terminal() {
            return Self::Lines(Instant::now());
        }
        let bar = ProgressBar::new(0);
        let template = "[{elapsed_precise}] {bar:40} {pos}/{len}  {msg}  (about {eta} left)";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self::Bar(bar)
    }

    /// Takes the bar away, so that a report can follow.
    pub(super) fn finish(&self) {
        if let Self::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}

impl Progress for Meter {
    fn advance(&mut self, done: u64, total: u64, note: &str) {
        match self {
            Self::Bar(bar) => {
                bar.set_length(total);
                bar.set_position(done);
                bar.set_message(note.to_owned());
            }
            Self::Lines(last) if last.elapsed() >= LINE_INTERVAL => {
                *last = Instant::now();
                // Nobody may be listening, which is no reason to end the work.
                let _ = writeln!(io::stderr(), "{done}/{total}  {note}");
            }
            Self::Lines(_) => {}
        }
    }
}
