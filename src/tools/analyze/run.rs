//! The searches of an analysis.

use super::{ForcedWin, Subject, find_forced_win};
use crate::geometry::{Color, Square};
use crate::rules::forbidden_squares;
use crate::search::{Progress, Reporter, Searcher};
use crate::tools::drawing::Heat;
use crate::tools::effort::Effort;
use crate::tools::interrupt::Interrupt;

/// What to find out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnalyzeOptions {
    /// Variations, at least 1.
    pub lines: u32,
    /// Bounds of all variations together; each gets its share.
    pub effort: Effort,
    /// Search threads, at least 1.
    pub threads: usize,
    /// Size of the transposition table.
    pub table_bytes: usize,
}

/// One line of play and its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// Rank by score, from 1.
    pub number: usize,
    /// Score, depth and moves.
    pub progress: Progress,
}

/// What was found out.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The variations, the best first. Empty if there is no legal move.
    pub variations: Vec<Variation>,
    /// A proved win of the side to move, or one that the other side threatens.
    pub forced: Option<ForcedWin>,
    /// Where the side to move may not play.
    pub forbidden: Vec<Square>,
}

/// Hears of every iteration, with the number of the variation from 1.
pub type Listener<'a> = dyn FnMut(usize, &Progress) + 'a;

struct Numbered<'a, 'b> {
    number: usize,
    listener: &'a mut Listener<'b>,
}

impl Reporter for Numbered<'_, '_> {
    fn iteration(&mut self, progress: &Progress) {
        (self.listener)(self.number, progress);
    }
}

/// Analyses a position until the effort is spent or `interrupt` is raised.
pub fn analyze(
    subject: &Subject,
    options: &AnalyzeOptions,
    interrupt: &Interrupt,
    listener: &mut Listener<'_>,
) -> Analysis {
    let Subject { board, rule } = subject;
    let mut searcher = Searcher::new(options.table_bytes);
    searcher.set_threads(options.threads);
    let effort = options.effort.divided(options.lines);
    let mut variations: Vec<Variation> = Vec::new();
    let mut excluded: Vec<Square> = Vec::new();
    for number in 1..=options.lines as usize {
        if number > 1 && interrupt.is_raised() {
            break;
        }
        let mut reporter = Numbered { number, listener: &mut *listener };
        let result = effort.search(&mut searcher, (board, *rule), &excluded, interrupt, &mut reporter);
        let Some(best) = result.best else { break };
        excluded.push(best);
        variations.push(Variation { number, progress: result.progress });
    }
    // Stable: of equal scores the one found first stays first.
    variations.sort_by_key(|variation| -variation.progress.score);
    for (variation, number) in variations.iter_mut().zip(1..) {
        variation.number = number;
    }
    let black_moves = board.side_to_move() == Color::Black;
    Analysis {
        variations,
        forced: find_forced_win(board, *rule, interrupt),
        forbidden: if black_moves { forbidden_squares(board, *rule) } else { Vec::new() },
    }
}

impl Analysis {
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
