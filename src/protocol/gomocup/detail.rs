//! What is told of a search: every line as a `MESSAGE`, and for Yixin-Board and its relatives as a group of
//! `INFO` lines, with marks on the board as `MESSAGE REALTIME`.

use super::super::output::Output;
use super::reply::{self, point, points};
use crate::geometry::Square;
use crate::search::{Progress, Variation};

/// Bits of `INFO show_detail`.
const REALTIME: i64 = 1;
const GROUPS: i64 = 2;

/// The details that were written of the running search.
#[derive(Clone, Debug, Default)]
pub(super) struct Detail {
    /// `INFO show_detail`, if it was sent.
    level: Option<i64>,
    /// The last lines; empty in a search of one line.
    lines: Vec<Variation>,
    /// The iteration whose marks are on the board.
    depth: u32,
    best: Option<Square>,
    /// The losing moves that were told.
    lost: Vec<Square>,
}

impl Detail {
    /// Sets the bits of `INFO show_detail`; a negative number has none.
    pub(super) fn set_level(&mut self, level: i64) {
        self.level = Some(level.max(0));
    }

    /// Whether `INFO show_detail` was sent.
    pub(super) const fn is_asked_for(&self) -> bool {
        self.level.is_some()
    }

    /// Whether a bit of `INFO show_detail` is set.
    fn has(&self, bit: i64) -> bool {
        self.level.unwrap_or(0) & bit != 0
    }

    /// Resets the state for a new search.
    pub(super) fn begin(&mut self) {
        *self = Self { level: self.level, ..Self::default() };
    }

    /// Writes a line with a new result.
    pub(super) fn line(&mut self, changed: usize, lines: &[Variation], output: &mut Output) {
        self.lines = lines.to_vec();
        if let Some(line) = lines.get(changed) {
            self.group(changed, lines.len(), line.nodes, &line.progress, output);
            self.mark(&line.progress, output);
        }
        if let Some(best) = lines.first() {
            self.mark_best(&best.progress, changed == 0, output);
        }
    }

    /// Writes all lines after an iteration, so that all are shown with their new depth. If they are many only
    /// to tell what loses (`is_defence`), a `MESSAGE` is about the best alone.
    pub(super) fn iteration(&mut self, progress: &Progress, is_defence: bool, output: &mut Output) {
        let has_ranks = self.lines.len() > 1 && !is_defence;
        match self.level {
            Some(0) => {}
            _ if has_ranks => {
                for (rank, line) in self.lines.iter().enumerate() {
                    output.line(reply::progress(Some(rank), &line.progress));
                }
            }
            _ => output.line(reply::progress(None, progress)),
        }
        if self.lines.is_empty() {
            self.group(0, 1, progress.nodes, progress, output);
            self.mark(progress, output);
            self.mark_best(progress, true, output);
        }
        for (rank, line) in self.lines.iter().enumerate() {
            self.group(rank, self.lines.len(), line.nodes, &line.progress, output);
        }
    }

    fn group(&self, rank: usize, count: usize, nodes: u64, progress: &Progress, output: &mut Output) {
        if !self.has(GROUPS) {
            return;
        }
        let milliseconds = progress.elapsed.as_millis();
        let speed = progress.nodes_per_second();
        let line = points(&progress.line);
        output.line(format_args!(
            "INFO PV {rank}\nINFO NUMPV {count}\nINFO DEPTH {}\nINFO SELDEPTH {}\nINFO NODES {nodes}\n\
             INFO TOTALNODES {}\nINFO TOTALTIME {milliseconds}\nINFO SPEED {speed}\nINFO EVAL {}\n\
             INFO WINRATE {:.4}\nINFO BESTLINE {line}\nINFO PV DONE",
            progress.depth,
            progress.seldepth,
            progress.nodes,
            progress.score,
            progress.score.win_rate(),
        ));
    }

    /// Marks the first move of a line as searched, and as lost if it is.
    fn mark(&mut self, progress: &Progress, output: &mut Output) {
        let Some(&first) = progress.line.first() else { return };
        if !self.has(REALTIME) {
            return;
        }
        if progress.depth > self.depth {
            self.depth = progress.depth;
            output.line("MESSAGE REALTIME REFRESH");
        }
        // The board marks a square as searched only if it was marked as being searched before.
        let name = point(first);
        output.line(format_args!("MESSAGE REALTIME POS {name}\nMESSAGE REALTIME DONE {name}"));
        if progress.score.plies_to_loss().is_some() {
            self.mark_lost(first, output);
        }
    }

    /// Writes that a move loses, once.
    pub(super) fn mark_lost(&mut self, square: Square, output: &mut Output) {
        if !self.lost.contains(&square) {
            self.lost.push(square);
            output.line(format_args!("MESSAGE REALTIME LOST {}", point(square)));
        }
    }

    fn mark_best(&mut self, progress: &Progress, is_new: bool, output: &mut Output) {
        let first = progress.line.first().copied();
        if !self.has(REALTIME) || !is_new && self.best == first {
            return;
        }
        if let Some(square) = first.filter(|_| self.best != first) {
            output.line(format_args!("MESSAGE REALTIME BEST {}", point(square)));
        }
        self.best = first;
        let line = points(&progress.line);
        let value = progress.score.centi();
        output.line(format_args!("MESSAGE REALTIME VAL {value}\nMESSAGE REALTIME PV {line}"));
    }
}
