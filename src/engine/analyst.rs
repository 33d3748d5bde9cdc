//! One call for one position: the best move, and what the position is worth.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::board::Board;
use crate::eval::Score;
use crate::geometry::Square;
use crate::rules::{Outcome, Rule, outcome};
use crate::search::{Control, Limits, Progress, SearchResult, Searcher, Silent, TimeBudget, Variation};

/// Bytes of the transposition table of a single call.
const TABLE_BYTES: usize = 64 << 20;

/// What ends a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// This much time, and hardly more.
    Time(Duration),
    /// About so many nodes; the same answer everywhere, every time.
    Nodes(u64),
    /// This depth in plies; the same answer everywhere, every time.
    Depth(u32),
}

/// What was found out about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// How the game stands before the move.
    pub outcome: Outcome,
    /// The best move; none once the game is over, and on a board without a legal square.
    pub best: Option<Square>,
    /// The score for the side to move; [`Score::win_rate`] makes a probability of it.
    pub score: Score,
    /// The line of play that is expected; it begins with the best move.
    pub line: Vec<Square>,
    /// Depth in plies that was completed.
    pub depth: u32,
    /// Nodes that were visited.
    pub nodes: u64,
    /// Time that it took.
    pub elapsed: Duration,
}

/// Answers questions about positions on the caller's thread, and remembers between them.
///
/// # Examples
/// ```
/// use rustgomo::{Analyst, Board, BoardSize, Limit, Rule};
///
/// let mut board = Board::new(BoardSize::new(15, 15)?);
/// board.play(board.size().center())?;
/// let mut analyst = Analyst::new(16 << 20);
/// let analysis = analyst.analyse(&board, Rule::Renju, Limit::Depth(6));
/// assert_eq!(analysis.best, analysis.line.first().copied());
/// assert!((0.1..0.9).contains(&analysis.score.win_rate()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Analyst {
    searcher: Searcher,
}

impl Analyst {
    /// An analyst with one thread whose transposition table takes at most so many bytes.
    pub fn new(table_bytes: usize) -> Self {
        Self { searcher: Searcher::new(table_bytes) }
    }

    /// Thinks with so many threads, at least 1; with more than one the same question may be answered differently.
    pub fn set_threads(&mut self, threads: usize) {
        self.searcher.set_threads(threads);
    }

    /// What the side to move should play, and what the position is worth.
    pub fn analyse(&mut self, board: &Board, rule: Rule, limit: Limit) -> Analysis {
        let outcome = outcome(board, rule);
        if outcome != Outcome::Unfinished {
            let score = if outcome == Outcome::Draw { Score::ZERO } else { Score::loss_in(0) };
            let (best, line) = (None, Vec::new());
            return Analysis { outcome, best, score, line, depth: 0, nodes: 0, elapsed: Duration::ZERO };
        }
        let SearchResult { best, progress, .. } = self.search(board, rule, limit, 1);
        let Progress { score, line, depth, nodes, elapsed, .. } = progress;
        Analysis { outcome, best, score, line, depth, nodes, elapsed }
    }

    /// The best moves, so many if there are, each with its line of play and its score, the best first; none once the
    /// game is over. All are searched to the same depth, as long as the limit allows.
    pub fn lines(&mut self, board: &Board, rule: Rule, limit: Limit, count: u32) -> Vec<Variation> {
        if outcome(board, rule) != Outcome::Unfinished {
            return Vec::new();
        }
        let mut lines = self.search(board, rule, limit, count.max(2)).lines;
        lines.truncate(count as usize);
        lines
    }

    fn search(&mut self, board: &Board, rule: Rule, limit: Limit, lines: u32) -> SearchResult {
        let (mut limits, mut budget) = (Limits { lines, ..Limits::default() }, TimeBudget::UNLIMITED);
        match limit {
            Limit::Time(time) => budget = TimeBudget { optimum: time, maximum: time },
            Limit::Nodes(nodes) => limits.nodes = Some(nodes),
            Limit::Depth(depth) => limits.depth = Some(depth),
        }
        let control = Arc::new(Control::new(Instant::now(), budget));
        self.searcher.search(board, rule, &limits, &control, &mut Silent)
    }
}

/// What the side to move should play, and what the position is worth. Whoever has several questions asks an
/// [`Analyst`], which remembers.
///
/// # Examples
/// ```
/// use rustgomo::{Limit, Rule, analyse, board::from_diagram};
///
/// let board = from_diagram(". . . . . .\n. X X X X .\n. . O O . .\n. . O . . .\n. O . . . .\n. . . . . .")?;
/// let analysis = analyse(&board, Rule::Freestyle, Limit::Depth(1));
/// assert_eq!(analysis.score.plies_to_win(), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn analyse(board: &Board, rule: Rule, limit: Limit) -> Analysis {
    Analyst::new(TABLE_BYTES).analyse(board, rule, limit)
}

/// What the side to move should play; none once the game is over, and on a board without a legal square.
pub fn best_move(board: &Board, rule: Rule, limit: Limit) -> Option<Square> {
    analyse(board, rule, limit).best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::from_diagram;

    #[test]
    fn a_finished_game_has_no_best_move_and_is_lost_for_who_would_move() {
        let text = "X X X X . .\nO O O O . .\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .";
        let mut board = from_diagram(text).unwrap();
        let five = best_move(&board, Rule::Freestyle, Limit::Nodes(100)).unwrap();
        assert_eq!(five, Square::at(4, 0));
        board.play(five).unwrap();
        let over = analyse(&board, Rule::Freestyle, Limit::Time(Duration::from_secs(5)));
        assert!(matches!(over.outcome, Outcome::Win(_)));
        assert_eq!((over.best, over.score), (None, Score::loss_in(0)));
    }

    #[test]
    fn nodes_and_depths_give_the_same_answer_every_time() {
        let mut board = Board::new(crate::geometry::BoardSize::default());
        for (x, y) in [(7, 7), (8, 8), (7, 9)] {
            board.play(Square::at(x, y)).unwrap();
        }
        for limit in [Limit::Nodes(2_000), Limit::Depth(5)] {
            let ask = || {
                let analysis = Analyst::new(1 << 20).analyse(&board, Rule::Standard, limit);
                (analysis.line, analysis.score, analysis.nodes)
            };
            assert_eq!(ask(), ask());
        }
    }

    #[test]
    fn lines_begin_with_different_moves_the_best_first() {
        let mut board = Board::new(crate::geometry::BoardSize::default());
        for (x, y) in [(7, 7), (8, 8), (7, 9)] {
            board.play(Square::at(x, y)).unwrap();
        }
        let lines = Analyst::new(1 << 20).lines(&board, Rule::Freestyle, Limit::Depth(4), 3);
        assert_eq!(lines.len(), 3);
        assert!(lines.is_sorted_by(|a, b| a.progress.score >= b.progress.score && a.first() != b.first()));
    }
}
