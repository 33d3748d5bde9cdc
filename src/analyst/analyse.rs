//! Best move and score of a position.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::analysis::{Analysis, AnalysisLine};
use crate::board::Board;
use crate::clock::Instant;
use crate::decision::{Answer, Decision, DecisionContext, choose};
use crate::eval::{Networks, Score};
use crate::geometry::{Color, Square};
use crate::opening::{Choice, Dialogue};
use crate::rules::{GameEnd, Outcome, Rule};
use crate::search::{
    Control, Limits, NodeCounter, Progress, Reporter, STACK_BYTES, SearchResult, Searcher, Silent,
    TimeBudget, Variation,
};
use crate::stop::StopHandle;
use crate::threat::prove::{ProofLimits, Prover};
use crate::threat::vct::Win;

/// Transposition table of a single call, in bytes.
const TABLE_BYTES: usize = 64 << 20;

/// Analyses positions and keeps its transposition table in between. A call blocks until the analysis ends; to
/// do something else meanwhile, call it from another thread and keep a clone of the
/// [`StopHandle`](crate::StopHandle).
///
/// # Examples
/// ```
/// use rustgomo::{Analyst, Board, BoardSize, Limits, Rule};
///
/// let mut board = Board::new(BoardSize::new(15, 15)?);
/// board.play(board.size().center())?;
/// let mut analyst = Analyst::new(16 << 20);
/// let analysis = analyst.analyse(&board, Rule::Renju, &Limits::depth(6));
/// assert_eq!(analysis.best, analysis.line.first().copied());
/// assert!((0.1..0.9).contains(&analysis.score.win_rate()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Analyst {
    searcher: Searcher,
    /// From the first proof on.
    prover: Option<Prover>,
    counter: NodeCounter,
}

impl Analyst {
    /// An analyst with one search thread and a transposition table of at most `table_bytes` bytes.
    pub fn new(table_bytes: usize) -> Self {
        Self { searcher: Searcher::new(table_bytes), prover: None, counter: NodeCounter::new() }
    }

    /// Sets the number of search threads, 1 to 64; with more than one the results vary.
    pub fn set_threads(&mut self, threads: usize) {
        self.searcher.set_threads(threads);
    }

    /// Replaces the networks and clears everything learned with the old ones.
    pub fn set_networks(&mut self, networks: Networks) {
        self.searcher.set_networks(networks);
    }

    /// Forgets everything learned, so that the next analysis is that of a new analyst.
    pub fn clear(&mut self) {
        self.searcher.clear();
        self.prover = None;
    }

    /// Counts the nodes of all analyses from now on where other threads can read them; those of proofs,
    /// openings and balanced moves do not count.
    pub fn set_counter(&mut self, counter: NodeCounter) {
        self.counter = counter;
    }

    /// Best move, score and lines for the side to move. Depth 1 is always completed, whatever the limits say,
    /// so that every analysis has a score, unless all legal moves are excluded.
    pub fn analyse(&mut self, board: &Board, rule: Rule, limits: &Limits) -> Analysis {
        self.analyse_with(board, rule, limits, &StopHandle::new(), |_| ())
    }

    /// [`analyse`](Self::analyse) until `stop` ends it. `on_progress` is called with
    /// the result after each iteration, on the search thread, which waits for it.
    ///
    /// # Panics
    /// If `on_progress` does.
    ///
    /// # Examples
    /// ```
    /// use rustgomo::{Analyst, Board, BoardSize, Limits, Rule, StopHandle};
    ///
    /// let mut board = Board::new(BoardSize::new(15, 15)?);
    /// board.play(board.size().center())?;
    /// let (limits, stop) = (Limits { lines: 2, ..Limits::default() }, StopHandle::new());
    /// let mut depths = Vec::new();
    /// let analysis = Analyst::new(16 << 20).analyse_with(&board, Rule::Freestyle, &limits, &stop, |progress| {
    ///     println!("depth {}: {} at {} nodes/s", progress.depth, progress.score, progress.nodes_per_second());
    ///     depths.push(progress.depth);
    ///     if progress.depth >= 4 {
    ///         stop.stop();
    ///     }
    /// });
    /// assert_eq!(depths, [1, 2, 3, 4]);
    /// assert_eq!((analysis.depth, analysis.lines.len()), (4, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn analyse_with(
        &mut self,
        board: &Board,
        rule: Rule,
        limits: &Limits,
        stop: &StopHandle,
        on_progress: impl FnMut(&Analysis) + Send,
    ) -> Analysis {
        if let Some(end) = GameEnd::of(board, rule) {
            return finished(end.winner, board.side_to_move());
        }
        let limits = Limits { completes_depth_1: true, ..limits.clone() };
        let (searcher, counter) = (&mut self.searcher, &self.counter);
        let mut watcher = Watcher { on_progress, lines: Vec::new() };
        // The clock starts in the thread, without the time to start it.
        let result = on_large_stack(|| {
            searcher.prepare(rule, board.size());
            let control = Control::with_stop(Instant::now(), limits.time, stop.clone());
            let control = Arc::new(control.counting(counter.clone()));
            searcher.search_under(board, rule, &limits, &control, &mut watcher)
        });
        let SearchResult { best, progress, lines } = result;
        Analysis { best, ..analysis(&progress, &lines) }
    }

    /// A proof that the side to move wins by fours, or by threes and fours; see [`Prover::prove`]. `None`
    /// once the game is over.
    pub fn prove(&mut self, board: &Board, rule: Rule, limits: &ProofLimits) -> Option<Win> {
        if GameEnd::of(board, rule).is_some() {
            return None;
        }
        self.prover.get_or_insert_default().prove(board, rule, limits)
    }

    /// A proof that the last move wins, with the other side to move; see [`Prover::prove_last_move`]. `None`
    /// if the game was over before it.
    pub fn prove_last_move(&mut self, board: &Board, rule: Rule, limits: &ProofLimits) -> Option<Win> {
        let mut before = board.clone();
        before.undo();
        if GameEnd::of(&before, rule).is_some() {
            return None;
        }
        self.prover.get_or_insert_default().prove_last_move(board, rule, limits)
    }

    /// The next choices of the player who is asked in an opening, with about `nodes` nodes, or those at hand
    /// once `stop` is raised; see [`answer_question`](crate::decision::answer_question).
    pub fn choose(
        &mut self,
        dialogue: &Dialogue,
        rule: Rule,
        nodes: u64,
        seed: u64,
        stop: &StopHandle,
    ) -> Vec<Choice> {
        let searcher = &mut self.searcher;
        on_large_stack(|| choose(searcher, dialogue, rule, nodes, seed, stop))
    }

    /// The move after which the game is most even, or the two moves, one of each side, if it `is_pair`, with
    /// about `nodes` nodes; those at hand once `stop` is raised. Empty if no stone can be put down, or the
    /// game is over.
    pub fn balance(
        &mut self,
        board: &Board,
        rule: Rule,
        is_pair: bool,
        nodes: u64,
        stop: &StopHandle,
    ) -> Vec<Square> {
        if GameEnd::of(board, rule).is_some() {
            return Vec::new();
        }
        let limits = Limits::nodes(nodes);
        let control = Arc::new(Control::with_stop(Instant::now(), TimeBudget::UNLIMITED, stop.clone()));
        let decision =
            if is_pair { Decision::BalanceTwo { bias: 0 } } else { Decision::BalanceOne { bias: 0 } };
        let searcher = &mut self.searcher;
        let answer = on_large_stack(|| {
            let context = DecisionContext { board, rule, limits: &limits, control: &control };
            decision.make(searcher, context, &mut Silent)
        });
        match answer {
            Some(Answer::Move(square)) => vec![square],
            Some(Answer::Pair(squares)) => squares.to_vec(),
            _ => Vec::new(),
        }
    }
}

/// Runs a task on a thread with a stack for searches.
fn on_large_stack<T: Send>(mut task: impl FnMut() -> T + Send) -> T {
    let joined = thread::scope(|scope| {
        let builder = thread::Builder::new().name("analyst".to_owned()).stack_size(STACK_BYTES);
        builder.spawn_scoped(scope, &mut task).map(thread::ScopedJoinHandle::join)
    });
    match joined {
        Ok(Ok(result)) => result,
        Ok(Err(panic)) => resume_unwind(panic),
        // Without threads the task runs here.
        Err(_) => task(),
    }
}

/// The analysis of a finished game, for the side that would move.
fn finished(winner: Option<Color>, side: Color) -> Analysis {
    let score = |winner| if winner == side { Score::win_in(0) } else { Score::loss_in(0) };
    Analysis {
        outcome: winner.map_or(Outcome::Draw, Outcome::Win),
        best: None,
        score: winner.map_or(Score::ZERO, score),
        line: Vec::new(),
        depth: 0,
        seldepth: 0,
        nodes: 0,
        elapsed: Duration::ZERO,
        lines: Vec::new(),
    }
}

/// The analysis of an unfinished game by the best line, and all lines if there are several.
fn analysis(progress: &Progress, lines: &[Variation]) -> Analysis {
    let mut lines: Vec<AnalysisLine> = lines.iter().map(AnalysisLine::from).collect();
    if lines.is_empty() && !progress.line.is_empty() {
        lines.push(AnalysisLine::new(progress, progress.nodes));
    }
    Analysis {
        outcome: Outcome::Unfinished,
        best: progress.line.first().copied(),
        score: progress.score,
        line: progress.line.clone(),
        depth: progress.complete_depth(),
        seldepth: progress.seldepth,
        nodes: progress.nodes,
        elapsed: progress.elapsed,
        lines,
    }
}

/// Reports iterations to the caller.
struct Watcher<F> {
    on_progress: F,
    /// The current lines, if several are searched.
    lines: Vec<Variation>,
}

impl<F: FnMut(&Analysis)> Reporter for Watcher<F> {
    fn iteration(&mut self, progress: &Progress) {
        (self.on_progress)(&analysis(progress, &self.lines));
    }

    fn lines(&mut self, _: usize, lines: &[Variation]) {
        lines.clone_into(&mut self.lines);
    }
}

/// Best move and score for the side to move. An [`Analyst`] keeps its transposition table between several
/// positions.
///
/// # Examples
/// ```
/// use rustgomo::{Limits, Rule, analyse, board::from_diagram};
///
/// let board = from_diagram(". . . . . .\n. X X X X .\n. . O O . .\n. . O . . .\n. O . . . .\n. . . . . .")?;
/// let analysis = analyse(&board, Rule::Freestyle, &Limits::depth(1));
/// assert_eq!(analysis.score.plies_to_win(), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn analyse(board: &Board, rule: Rule, limits: &Limits) -> Analysis {
    Analyst::new(TABLE_BYTES).analyse(board, rule, limits)
}

/// The best move; `None` once the game is over, and on a board without a legal square.
pub fn best_move(board: &Board, rule: Rule, limits: &Limits) -> Option<Square> {
    analyse(board, rule, limits).best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{from_diagram, parse_squares};
    use crate::geometry::BoardSize;

    #[test]
    fn a_finished_game_has_no_best_move_and_is_lost_for_who_would_move() {
        let text = "X X X X . .\nO O O O . .\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .";
        let mut board = from_diagram(text).unwrap();
        let five = best_move(&board, Rule::Freestyle, &Limits::nodes(100)).unwrap();
        assert_eq!(five, Square::at(4, 0));
        board.play(five).unwrap();
        let over = analyse(&board, Rule::Freestyle, &Limits::time(Duration::from_secs(5)));
        assert!(matches!(over.outcome, Outcome::Win(_)));
        assert_eq!((over.best, over.score), (None, Score::loss_in(0)));
        let moves = parse_squares("h8 a1 h9 a2 i7 a3 j7 a4 h7", BoardSize::default()).unwrap();
        let board = Board::with_moves(BoardSize::default(), moves).unwrap();
        let forbidden = analyse(&board, Rule::Renju, &Limits::depth(3));
        assert_eq!(forbidden.outcome, Outcome::Win(Color::White));
        assert_eq!((forbidden.best, forbidden.score), (None, Score::win_in(0)));
        let mut analyst = Analyst::new(0);
        let stop = StopHandle::new();
        assert_eq!(
            analyst.prove(&board, Rule::Renju, &ProofLimits { work: 1000, nodes: 1000, stop: &stop }),
            None
        );
        assert!(analyst.balance(&board, Rule::Renju, false, 1000, &stop).is_empty());
        assert!(analyse(&board, Rule::Standard, &Limits::depth(3)).best.is_some());
    }

    #[test]
    fn set_up_stones_count_as_played_ones() {
        let moves = parse_squares("a1 b1 b2 a2 c1 a3", BoardSize::default()).unwrap();
        let played = Board::with_moves(BoardSize::default(), moves).unwrap();
        let set_up = from_diagram(&played.to_string()).unwrap();
        let found = [played, set_up].map(|board| {
            let limits = Limits { lines: 225, candidate_range: 3, ..Limits::depth(1) };
            let count = analyse(&board, Rule::Freestyle, &limits).lines.len();
            let pair = Analyst::new(0).balance(&board, Rule::Freestyle, true, 2000, &StopHandle::new());
            (count, pair.iter().all(|square| square.x() < 8 && square.y() > 6))
        });
        assert_eq!(found[0], found[1]);
        assert!(found[0].1, "near the stones");
    }

    #[test]
    fn nodes_and_depths_give_the_same_answer_every_time() {
        let moves = [(7, 7), (8, 8), (7, 9)].map(|(x, y)| Square::at(x, y));
        let board = Board::with_moves(BoardSize::default(), moves).unwrap();
        for limits in [Limits::nodes(2_000), Limits::depth(5)] {
            let ask = || {
                let analysis = Analyst::new(1 << 20).analyse(&board, Rule::Standard, &limits);
                (analysis.line, analysis.score, analysis.nodes)
            };
            assert_eq!(ask(), ask());
        }
    }

    #[test]
    fn a_cleared_analyst_answers_as_a_new_one() {
        let board = Board::new(BoardSize::default());
        let mut analyst = Analyst::new(1 << 20);
        let first = analyst.analyse(&board, Rule::Standard, &Limits::depth(5));
        let second = analyst.analyse(&board, Rule::Standard, &Limits::depth(5));
        analyst.clear();
        let third = analyst.analyse(&board, Rule::Standard, &Limits::depth(5));
        assert!(second.nodes < first.nodes);
        assert_eq!((first.nodes, first.line), (third.nodes, third.line));
    }

    #[test]
    fn lines_begin_with_different_moves_the_best_first() {
        let moves = [(7, 7), (8, 8), (7, 9)].map(|(x, y)| Square::at(x, y));
        let board = Board::with_moves(BoardSize::default(), moves).unwrap();
        let limits = Limits { lines: 3, ..Limits::depth(4) };
        let lines = Analyst::new(1 << 20).analyse(&board, Rule::Freestyle, &limits).lines;
        assert_eq!(lines.len(), 3);
        assert!(lines.is_sorted_by(|a, b| a.score >= b.score && a.moves[0] != b.moves[0]));
    }
}
