//! The searches of an analysis.

use super::{ForcedWin, Subject, find_forced_win};
use crate::geometry::{Color, Square};
use crate::rules::forbidden_squares;
use crate::search::{Progress, Reporter, Searcher, Variation};
use crate::tools::drawing::Heat;
use crate::tools::effort::Effort;
use crate::tools::interrupt::Interrupt;

/// What to find out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnalyzeOptions {
    /// Variations, at least 1.
    pub lines: u32,
    /// Bounds of the search of all variations together.
    pub effort: Effort,
    /// Search threads, at least 1.
    pub threads: usize,
    /// Size of the transposition table.
    pub table_bytes: usize,
}

/// What was found out.
#[derive(Clone, Debug)]
pub struct PositionAnalysis {
    /// The variations, the best first. Empty if there is no legal move.
    pub variations: Vec<Variation>,
    /// A proved win of the side to move, or one that the other side threatens.
    pub forced: Option<ForcedWin>,
    /// Where the side to move may not play.
    pub forbidden: Vec<Square>,
    /// Whether the analysis came to its end, rather than being interrupted.
    pub is_complete: bool,
}

/// Hears of every line that is searched to a new depth, with its rank from 1.
pub type Listener<'a> = dyn FnMut(usize, &Progress) + 'a;

struct Told<'a, 'b>(&'a mut Listener<'b>);

impl Reporter for Told<'_, '_> {
    fn iteration(&mut self, _: &Progress) {}

    fn lines(&mut self, changed: usize, lines: &[Variation]) {
        if let Some(line) = lines.get(changed) {
            (self.0)(changed + 1, &line.progress);
        }
    }
}

/// Analyses a position until the effort is spent or `interrupt` is raised.
pub fn analyze(
    subject: &Subject,
    options: &AnalyzeOptions,
    interrupt: &Interrupt,
    listener: &mut Listener<'_>,
) -> PositionAnalysis {
    let mut searcher = Searcher::new(options.table_bytes);
    searcher.set_threads(options.threads);
    analyze_with(&mut searcher, subject, options, interrupt, listener)
}

/// The same with a searcher that knows something already; its table and threads are used as they are.
pub fn analyze_with(
    searcher: &mut Searcher,
    subject: &Subject,
    options: &AnalyzeOptions,
    interrupt: &Interrupt,
    listener: &mut Listener<'_>,
) -> PositionAnalysis {
    let Subject { board, rule } = subject;
    let mut told = Told(listener);
    let result = options.effort.analyze(searcher, (board, *rule), options.lines, interrupt, &mut told);
    let black_moves = board.side_to_move() == Color::Black;
    PositionAnalysis {
        variations: result.lines,
        forced: find_forced_win(board, *rule, interrupt),
        forbidden: if black_moves { forbidden_squares(board, *rule) } else { Vec::new() },
        is_complete: !interrupt.is_raised(),
    }
}

impl PositionAnalysis {
    /// The first moves of the variations and their win rates.
    pub fn first_moves(&self) -> Vec<Heat> {
        let first = |variation: &Variation| {
            let square = *variation.progress.line.first()?;
            Some(Heat { square, win_rate: variation.progress.score.win_rate() })
        };
        self.variations.iter().filter_map(first).collect()
    }

    /// The moves of the best variation, or of the proof if the side to move has one.
    pub fn best_line(&self) -> Vec<Square> {
        match &self.forced {
            Some(win) if !win.is_threat => win.line(),
            _ => self.variations.first().map(|best| best.progress.line.clone()).unwrap_or_default(),
        }
    }
}
