//! Reports of a search in the form of Leela Zero and KataGo.

use std::fmt::Write;
use std::time::Duration;

use super::super::Context;
use super::vertex::{name, names};
use crate::clock::Instant;
use crate::geometry::{BoardSize, Color, Square};
use crate::search::Progress;

/// Default number of reported lines.
const DEFAULT_LINES: u32 = 5;

/// The form of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// Win rates as whole numbers up to 10,000.
    Leela,
    /// Win rates as fractions, and more fields.
    Kata,
}

/// The options and the state of the reports of a search.
#[derive(Clone, Debug)]
pub(super) struct Options {
    pub(super) color: Color,
    pub(super) excluded: Vec<Square>,
    /// Number of lines.
    pub(super) lines: u32,
    style: Style,
    /// Minimum time between two reports.
    pub(super) interval: Duration,
    last_report: Option<Instant>,
    /// A report that came before the interval was over.
    held: Option<String>,
}

impl Options {
    /// The default options.
    pub(super) const fn new(color: Color, style: Style) -> Self {
        Self {
            color,
            excluded: Vec::new(),
            lines: DEFAULT_LINES,
            style,
            interval: Duration::ZERO,
            last_report: None,
            held: None,
        }
    }

    /// Writes a report of lines, best first, each with its nodes; keeps it if it is not due.
    pub(super) fn report_lines<'a>(
        &mut self,
        lines: impl IntoIterator<Item = (u64, &'a Progress)>,
        size: BoardSize,
        context: &mut Context,
    ) {
        let (text, now) = (info(lines, self.style, size), Instant::now());
        let is_due = self.last_report.is_none_or(|last| now.duration_since(last) >= self.interval);
        if is_due {
            self.last_report = Some(now);
            self.held = None;
            context.output.line(text);
        } else {
            self.held = Some(text);
        }
    }

    /// Writes the report that was kept.
    pub(super) fn flush(&mut self, context: &mut Context) {
        context.output.lines(self.held.take());
    }
}

/// All lines on one line of text, best first, with the nodes of each.
fn info<'a>(lines: impl IntoIterator<Item = (u64, &'a Progress)>, style: Style, size: BoardSize) -> String {
    let of = |(order, (visits, progress))| line(order, visits, progress, style, size);
    lines.into_iter().enumerate().filter_map(of).collect::<Vec<_>>().join(" ")
}

fn line(order: usize, visits: u64, progress: &Progress, style: Style, size: BoardSize) -> Option<String> {
    let (best, rate) = (name(*progress.line.first()?, size), progress.score.win_rate());
    let mut text = format!("info move {best} visits {visits} ");
    // Writing to a string cannot fail.
    let _ = match style {
        Style::Leela => {
            let rate = (rate * 10_000.0).round();
            write!(text, "winrate {rate} prior 0 lcb {rate}")
        }
        Style::Kata => write!(
            text,
            "utility 0 winrate {rate:.4} scoreMean 0 scoreStdev 0 scoreLead 0 scoreSelfplay 0 prior 0 \
             lcb {rate:.4} utilityLcb 0"
        ),
    };
    let _ = write!(text, " order {order} pv {}", names(progress.line.iter().copied(), size));
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Score;

    #[test]
    fn several_lines_stand_on_one_line_of_text() {
        let progress = |score, x| Progress {
            score: Score::eval(score),
            line: vec![Square::at(x, 7), Square::at(8, 8)],
            ..Progress::default()
        };
        let (best, other) = (progress(0, 7), progress(-50, 8));
        let text = info([(120, &best), (80, &other)], Style::Leela, BoardSize::default());
        let first =
            "info move H8 visits 120 winrate 5000 prior 0 lcb 5000 order 0 pv H8 J7 info move J8 visits 80 ";
        assert!(text.starts_with(first) && text.ends_with("order 1 pv J8 J7"), "{text}");
        let kata = info([(120, &best)], Style::Kata, BoardSize::default());
        assert!(kata.contains(" winrate 0.5000 ") && kata.ends_with(" order 0 pv H8 J7"), "{kata}");
    }
}
